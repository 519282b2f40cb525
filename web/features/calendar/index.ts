export { itemsByDay, KINDS } from './labels.ts'
