export { findState, quarterOf } from './revision.ts'
