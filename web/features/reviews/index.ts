export { AttemptFeedback } from './lazy-components.ts'
