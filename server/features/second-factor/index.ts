export { secondFactorRoutes } from './handlers.ts'
export { requireProof } from './show-code.ts'
