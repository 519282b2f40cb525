export { nextNumber, reserveFor, signerOf } from './issue.ts'
export { revokeRecord } from './revoke.ts'
