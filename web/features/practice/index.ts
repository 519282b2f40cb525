export { LearnerPractice } from './LearnerPractice.tsx'
export { PracticeDue } from './PracticeDue.tsx'
export { TaskPractice } from './TaskPractice.tsx'
