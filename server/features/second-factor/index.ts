export { secondFactorRoutes } from './handlers.ts'
export { liftByAddress } from './lift.ts'
export { requireProof } from './show-code.ts'
