import { pdfMaker } from '#platform/pdf-thread'

import type { Drawn } from './draw-diploma.ts'

export const makePdf = pdfMaker<Drawn>(new URL('./draw-diploma.ts', import.meta.url))
