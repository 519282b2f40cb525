import { decide, finalizeDecisions } from '#features/reviews'
import { type Db, transaction } from '#platform/database'

/** A final decision, including its external effects. */
export const decideFinally = (
  db: Db,
  attemptId: string,
  by: { deciderId: string; now: Date },
  given: { decision: 'accepted' | 'returned'; comment?: string },
): Promise<void> =>
  transaction(db, async (db) => {
    await decide(db, attemptId, by, given)
    const { learner_id } = await db
      .selectFrom('attempts')
      .select('learner_id')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    await finalizeDecisions(db, { about: learner_id, upTo: by.now.toISOString() }, by.now)
  })

/** Accepts all submissions of a learner with final decisions; returns the codes of their badges by badge. */
export const acceptAll = async (
  db: Db,
  learnerId: string,
  by: { deciderId: string; now: Date },
): Promise<Map<string, string>> => {
  const waiting = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', learnerId)
    .where('state', '=', 'submitted')
    .execute()
  for (const { id } of waiting) await decideFinally(db, id, by, { decision: 'accepted' })
  const badges = await db
    .selectFrom('badge_awards')
    .innerJoin('credentials', 'credentials.id', 'badge_awards.credential_id')
    .select(['badge_id', 'code'])
    .where('badge_awards.learner_id', '=', learnerId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(badges.map(({ badge_id, code }) => [badge_id, code]))
}

/** As if the undo period had passed for all decisions about a learner. */
export const finalizeNow = async (db: Db, learnerId: string, now: Date): Promise<void> => {
  await transaction(db, (db) =>
    finalizeDecisions(db, { about: learnerId, upTo: now.toISOString() }, now),
  )
}
