import { pdfMaker } from '#platform/pdf-thread'

import type { Drawn } from './draw-diploma.ts'

export const makePdf = pdfMaker<Drawn>(new URL('./pdf-worker.ts', import.meta.url))
