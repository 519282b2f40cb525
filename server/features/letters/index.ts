export { letterRoutes } from './handlers.ts'
export { sendWeeklyLetters } from './send.ts'
