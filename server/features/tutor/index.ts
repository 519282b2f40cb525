export { readTutorContent } from './content.ts'
export { forgetTalks } from './retention.ts'
export { LISTEN } from './model.ts'
export { tutorRoutes } from './handlers.ts'
