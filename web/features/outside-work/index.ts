export { LearnerOutsideWork } from './LearnerOutsideWork.tsx'
export { OwnOutsideWork } from './OwnOutsideWork.tsx'
