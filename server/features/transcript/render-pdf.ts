import { pdfMaker } from '#platform/pdf-thread'

import type { TranscriptDrawing } from './draw-transcript.ts'

export const renderPdf = pdfMaker<TranscriptDrawing>(
  new URL('./draw-transcript.ts', import.meta.url),
)
