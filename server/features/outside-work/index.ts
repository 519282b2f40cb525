export { outsideWorkRoutes } from './handlers.ts'
export { reopenWork } from './queries.ts'
