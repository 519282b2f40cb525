export { profileRoutes } from './handlers.ts'
export { findProfile } from './queries.ts'
