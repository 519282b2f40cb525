import type { User } from '#contract/auth'

/** Features behind a learner's pages. A device stores only the learner's own work, texts and reports. */
const OFFLINE_FEATURES = new Set<unknown>(['progress', 'quests', 'badges', 'plan', 'practice'])

/** True if a device keeps a feature's replies for this person: an admin who sees the site as a learner takes nothing along. */
export const isKeptOffline = (
  feature: unknown,
  user: Pick<User, 'role' | 'acting'> | undefined,
): boolean => OFFLINE_FEATURES.has(feature) && user?.role === 'student' && !user.acting
