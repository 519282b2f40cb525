export { secondFactorRoutes } from './handlers.ts'
export { resetSecondFactorByEmail } from './reset.ts'
export { requireProof } from './show-code.ts'
