export { sendAllAnswers, sendAnswers } from './outbox.ts'
export { practiceSets } from './queries.ts'

// The frame of every page imports what is above, so what shows exercises is loaded by those who show it.
export const loadLearnerPractice = () => import('./LearnerPractice.tsx')
export const loadTaskPractice = () => import('./TaskPractice.tsx')
