import { pdfMaker } from '#platform/pdf-thread'

import type { Drawn } from './draw-transcript.ts'

export const makePdf = pdfMaker<Drawn>(new URL('./draw-transcript.ts', import.meta.url))
