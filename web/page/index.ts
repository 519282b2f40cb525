export { loads } from './loads.ts'
export { PageBoundary } from './PageBoundary.tsx'
export type { PageWords } from './PageBoundary.tsx'
