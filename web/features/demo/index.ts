export { readDemoInputs } from './brought.ts'
