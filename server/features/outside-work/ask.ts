import type { OutsideWork } from '#contract/outside-work'
import { isAddressOfGuardian, isAddressOfMinor, notifyGuardians } from '#features/family'
import { findSettings } from '#features/site'
import type { Db } from '#platform/database'
import { invalid, type Parts } from '#platform/http'
import { isAskable } from '#rules/outside-work'
import { mailboxOf } from '#rules/text/mailbox'

import { witnessEmail } from './email.ts'
import { witnessUrl } from './link.ts'
import { updateWork } from './queries.ts'
import { requireOldEnough, requireState, requireWork, showWork } from './show.ts'

/**
 * Asks the witness by email. `db` is a transaction.
 * @throws invalid for a witness who cannot be one; conflict for a younger learner
 */
export const askWitness = async (
  parts: Pick<Parts, 'config' | 'mail' | 'secret' | 'clock'>,
  db: Db,
  id: string,
  askedBy: string,
): Promise<OutsideWork> => {
  await requireState(db, id, isAskable)
  const proposed = await requireWork(db, id)
  const { learner_id, witness_email, witness_name, first_name } = proposed
  const now = parts.clock()
  requireOldEnough(proposed, now)
  const to = witness_email!
  await requireOutsider(db, { to, learnerId: learner_id, askedBy })
  await updateWork(db, id, { state: 'asked', asked_at: now.toISOString(), asked_by: askedBy })
  const { site_name: siteName } = await findSettings({ ...parts, db })
  const work = await requireWork(db, id)
  await parts.mail.send(db, witnessEmail(work, { to, siteName, url: witnessUrl(parts, id), now }))
  const title = `${witness_name} has been asked to confirm ${first_name}’s work outside the site`
  await notifyGuardians(db, { learnerId: learner_id, scope: 'view' }, { title }, now)
  return showWork(db, id)
}

const requireOutsider = async (
  db: Db,
  { to, learnerId, askedBy }: { to: string; learnerId: string; askedBy: string },
) => {
  if (await isAddressOfMinor(db, to)) throw invalid(OF_MINOR)
  // A former one as well: whom staff have removed reads nothing of the learner, and the parents of who is of age stay family.
  if (await isAddressOfGuardian(db, learnerId, to)) throw invalid(INSIDE)
  const own = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', 'in', [learnerId, askedBy])
    .execute()
  const inside = own.flatMap(({ email }) => (email === null ? [] : mailboxOf(email)))
  if (inside.includes(mailboxOf(to))) throw invalid(INSIDE)
}

const OF_MINOR = 'This address belongs to somebody under 18. A witness has to be an adult.'
const INSIDE =
  'This address belongs to the learner, the family or you. A witness has to be somebody else.'
