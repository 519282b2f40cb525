import { findConsentStates } from '#features/family'
import type { Db } from '#platform/database'
import { forbidden } from '#platform/http'
import type { OptionalConsent, LearnerAction } from '#rules/access'
import type { ConsentState } from '#rules/consent'

import { mayNow } from './ties.ts'

/** Actions that require a guardian's consent, by scope. */
const GUARDED: Partial<Record<LearnerAction, OptionalConsent>> = {
  publish: 'publishing',
  shareRecord: 'publishing',
  subscribeCalendar: 'publishing',
  connect: 'connections_and_messages',
  message: 'connections_and_messages',
  useTutor: 'tutor',
}

const MISSING: Record<ConsentState, string> = {
  open: 'Your guardian has not allowed this yet.',
  unproven:
    'Your guardian has agreed, and one step is missing: a signed form, or a call with us. They can find both in the family dashboard.',
  given: 'Your guardian has not allowed this yet.',
  paused:
    'Our privacy policy has changed, and your guardian has not agreed to the new one yet. They can do so in the family dashboard.',
  withdrawn: 'Your guardian does not allow this at the moment.',
}

/** Returns the refusal that names the missing consent of a child; undefined for actions that need none. */
export const notAllowedYet = async (db: Db, childId: string, action: LearnerAction) => {
  const scope = GUARDED[action]
  if (!scope) return undefined
  const { stateOf } = await findConsentStates(db, childId)
  return forbidden(MISSING[stateOf(scope)], 'guardian_permission')
}

/**
 * Refuses what learners may no longer do themselves, after a wait since the request was admitted.
 * @param db a transaction that holds the learner's lock
 */
export const requireOwnStill = async (
  db: Db,
  learnerId: string,
  action: LearnerAction,
  now: Date,
): Promise<void> => {
  if (await mayNow(db, learnerId, { learnerId, action }, now)) return
  throw (await notAllowedYet(db, learnerId, action)) ?? forbidden()
}
