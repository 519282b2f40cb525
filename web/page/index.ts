export { loaderFor } from './loader-for.ts'
export { PageBoundary } from './PageBoundary.tsx'
export type { PageTexts } from './PageBoundary.tsx'
