export { KINDS } from './words.ts'
