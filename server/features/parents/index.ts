export { addedFiles } from './files.ts'
export { parentRoutes } from './handlers.ts'
