export { LearnerPractice } from './LearnerPractice.tsx'
export { practiceSets } from './queries.ts'
export { sendAnswers } from './outbox.ts'
export { TaskPractice } from './TaskPractice.tsx'
