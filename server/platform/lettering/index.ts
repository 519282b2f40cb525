export { fontOf, runsOf } from './type.ts'
export type { Face, Run } from './type.ts'
export { lettering } from './shapes.ts'
