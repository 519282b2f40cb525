export { parentRoutes } from './handlers.ts'
