import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'

/**
 * Notifies a new advisor of learners without an email address: the cards that their previous advisor made have ended
 * (decisions/0093).
 */
export const notifyOfCards = async (
  db: Db,
  advisorId: string,
  learnerIds: readonly string[],
  now: Date,
): Promise<void> => {
  const learners = await db
    .selectFrom('accounts')
    .select(['id', 'first_name'])
    .where('id', 'in', learnerIds)
    .where('email', 'is', null)
    .where('status', '=', 'active')
    .execute()
  const [first, ...others] = learners
  if (!first) return
  const title =
    others.length === 0
      ? `${first.first_name} needs a new sign-in card`
      : `${learners.length} learners new in your care need new sign-in cards`
  // Only a single learner is named.
  const aboutId = others.length === 0 ? { aboutId: first.id } : {}
  const notice = { personId: advisorId, category: 'plan', title, path: paths.cards } as const
  await notifyPerson(db, { ...notice, ...aboutId }, now)
}
