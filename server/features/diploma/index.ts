export { diplomaContent } from './credential-content.ts'
export { diplomaRoutes } from './handlers.ts'
