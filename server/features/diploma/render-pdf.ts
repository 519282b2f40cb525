import { pdfMaker } from '#platform/pdf-thread'

import type { DiplomaDrawing } from './draw-diploma.ts'

export const renderPdf = pdfMaker<DiplomaDrawing>(new URL('./draw-diploma.ts', import.meta.url))
