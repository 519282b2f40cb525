import type { OutsideWork } from '#contract/outside-work'
import { addCreditEntry, planOfLearner } from '#features/credits'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'
import { OUTSIDE_KIND_NAMES } from '#rules/outside-work'
import { creditsFromHours } from '#rules/text/credit-amount'

import { updateWork } from './queries.ts'
import { requireOldEnough, requireState, requireWork, showWork } from './show.ts'

/**
 * Credits the confirmed hours, by the measure of the learner's plan. `db` is a transaction.
 * @throws conflict unless a witness has confirmed them, and for a younger learner
 */
export const creditWork = async (
  db: Db,
  id: string,
  by: { learnerId: string; recordedBy: string; now: Date },
): Promise<{ entryId: string; work: OutsideWork }> => {
  await requireState(db, id, (state) => state === 'confirmed')
  const work = await requireWork(db, id)
  requireOldEnough(work, by.now)
  const hours = work.confirmed_hours!
  const { xp_per_credit } = await planOfLearner(db, by.learnerId)
  const credits = creditsFromHours(hours, xp_per_credit)
  if (credits === 0) throw conflict(TOO_LITTLE)
  const entry = await addCreditEntry(db, by, {
    kind: 'outside',
    subject: work.subject,
    credits,
    institution: work.organisation,
    reason: `${OUTSIDE_KIND_NAMES[work.kind]}, ${work.title}: ${hours} hours, confirmed by a witness.`,
  })
  await updateWork(db, id, { state: 'credited', credit_entry_id: entry.id })
  return { entryId: entry.id, work: await showWork(db, id) }
}

const TOO_LITTLE = 'The confirmed hours are less than a hundredth of a credit.'
