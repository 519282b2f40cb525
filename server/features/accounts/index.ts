export { createCallers } from './callers.ts'
export { accountRoutes } from './handlers.ts'
export { hashPassword } from './passwords.ts'
export { LEGAL_VERSION } from './rules-of-house.ts'
