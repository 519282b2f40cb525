export { readTutorContent } from './content.ts'
export { forgetTalks } from './retention.ts'
export { tutorRoutes } from './handlers.ts'
