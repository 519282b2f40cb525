export { pathwayRoutes } from './handlers.ts'
export { readPathways } from './library.ts'
