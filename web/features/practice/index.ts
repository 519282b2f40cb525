export { LearnerPractice } from './LearnerPractice.tsx'
export { practiceSets } from './queries.ts'
export { PracticeDue } from './PracticeDue.tsx'
export { TaskPractice } from './TaskPractice.tsx'
