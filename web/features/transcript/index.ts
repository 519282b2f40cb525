export { PdfLink, SmallPdfLink, defaultPaper } from './Downloads.tsx'
export { Official } from './Official.tsx'
export { recordQuery, transcript } from './queries.ts'
export { RENDERING_NAMES, yearName } from './labels.ts'
