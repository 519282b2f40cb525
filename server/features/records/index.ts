export { nextNumber, reserveFor, signerOf } from './issue.ts'
export { rescindRecord } from './rescind.ts'
