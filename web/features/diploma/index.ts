export { diploma, diplomasOf } from './queries.ts'
export { missingInWords } from './labels.ts'
