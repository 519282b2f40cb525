export type { FileRule } from './access.ts'
export { fileRoutes } from './handlers.ts'
export { attachFiles } from './queries.ts'
