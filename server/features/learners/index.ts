export { acceptedQuests, acceptedXp, lastAcceptedAt } from './accepted-work.ts'
export { findAdvisor } from './advisor.ts'
export { createLearners } from './admit.ts'
export { learnerRoutes } from './handlers.ts'
export { mayBePublic, mayPublish } from './may-be-public.ts'
export { notAllowedYet, requireOwnStill } from './not-allowed.ts'
export { arePeers, isBlockedBetween } from './peers.ts'
export { hasNoAdvisor, isActiveStaff, isGuardianOf, mayNow } from './ties.ts'
export {
  learnerVersion,
  lockedLearner,
  lockLearner,
  lockLearners,
  versionOfUser,
} from './version.ts'
