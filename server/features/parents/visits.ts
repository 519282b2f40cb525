import type { ChildNews } from '#contract/parents'
import { storeTimeZone } from '#features/people'
import { usualWait } from '#features/reviews'
import type { Db } from '#platform/database'
import { newsSince } from '#rules/visits'

type Visit = { guardianId: string; learnerId: string }

const findVisit = (db: Db, { guardianId, learnerId }: Visit) =>
  db
    .selectFrom('guardian_visits')
    .select(['since', 'seen_at'])
    .where('guardian_id', '=', guardianId)
    .where('learner_id', '=', learnerId)

/** Changes since a guardian's last visit. */
export const findNews = async (db: Db, visit: Visit, now: Date): Promise<ChildNews> => {
  const since = newsSince(await findVisit(db, visit).executeTakeFirst(), now)
  const [counts, usual_wait] = await Promise.all([
    since === null ? NOTHING : countSince(db, visit.learnerId, since),
    usualWait(db, visit.learnerId, now),
  ])
  return { as_of: now.toISOString(), since, ...counts, usual_wait }
}

const NOTHING = { handed_in: 0, decided: 0, quests_completed: 0, badges_earned: 0 }

const countSince = (db: Db, learnerId: string, since: string) =>
  db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('attempts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('learner_id', '=', learnerId)
        .where('state', '<>', 'withdrawn')
        .where('held_back', '=', false)
        .where('submitted_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('handed_in'),
      selectFrom('attempts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('learner_id', '=', learnerId)
        .where('state', 'in', ['accepted', 'returned'])
        .where('held_back', '=', false)
        .where('decided_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('decided'),
      selectFrom('enrollments')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('learner_id', '=', learnerId)
        .where('completed_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('quests_completed'),
      selectFrom('badge_awards')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('learner_id', '=', learnerId)
        .where('withdrawn_at', 'is', null)
        .where('earned_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('badges_earned'),
    ])
    .executeTakeFirstOrThrow()

/** Records that a guardian has seen everything up to `asOf`, and their time zone. `db` is a transaction. */
export const markSeen = async (
  db: Db,
  visit: Visit,
  { asOf, now, timeZone }: { asOf: string; now: Date; timeZone: string | undefined },
): Promise<void> => {
  if (timeZone !== undefined) await storeTimeZone(db, visit.guardianId, timeZone)
  const before = await findVisit(db, visit).forUpdate().executeTakeFirst()
  // A time in the future counts as now.
  const seen_at = asOf < now.toISOString() ? asOf : now.toISOString()
  const since = newsSince(before, now)
  await db
    .insertInto('guardian_visits')
    .values({ guardian_id: visit.guardianId, learner_id: visit.learnerId, since, seen_at })
    .onConflict((conflict) =>
      conflict.columns(['guardian_id', 'learner_id']).doUpdateSet(({ fn, ref }) => ({
        since,
        seen_at: fn<string>('greatest', [ref('guardian_visits.seen_at'), ref('excluded.seen_at')]),
      })),
    )
    .execute()
}
