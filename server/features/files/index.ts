export { fileRoutes } from './handlers.ts'
export { attachFiles } from './queries.ts'
