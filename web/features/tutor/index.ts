export { ChildTutor } from './ChildTutor.tsx'
export { Messages } from './Messages.tsx'
