export { Bell } from './Bell.tsx'
export { Choices } from './lazy-components.ts'
