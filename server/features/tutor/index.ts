export { readTutorContent } from './content.ts'
export { tutorRoutes } from './handlers.ts'
