export { nextNumber, reserveCredential, signerOf } from './issue.ts'
export { revokeRecord } from './revoke.ts'
