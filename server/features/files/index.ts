export type { FileRule } from './access.ts'
export { bringFile, insertBroughtFile } from './bring.ts'
export { fileRoutes } from './handlers.ts'
export { attachFiles } from './queries.ts'
