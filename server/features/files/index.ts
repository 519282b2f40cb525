export { bringFile, insertBroughtFile } from './bring.ts'
export { fileRoutes } from './handlers.ts'
export { attachFiles } from './queries.ts'
