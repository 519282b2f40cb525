export { findState, lockRevision, quarterOf } from './revision.ts'
