export { outsideWorkRoutes } from './handlers.ts'
