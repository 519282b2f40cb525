export { portfolioRoutes, showPublicly } from './handlers.ts'
export { isFilePublic } from './queries.ts'
