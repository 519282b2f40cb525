export { createLearners } from './admit.ts'
export { learnerRoutes } from './handlers.ts'
export { mayBePublic, mayPublish } from './may-be-public.ts'
export { lockLearner, learnerVersion } from './version.ts'
