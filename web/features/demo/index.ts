export { broughtFromDemo } from './brought.ts'
