import { sql } from 'kysely'

import type { CaseloadLearner } from '#contract/advising'
import { listEarned } from '#features/credits'
import type { Db } from '#platform/database'

export const findNameOf = (db: Db, learnerId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()

export const assignLearner = async (
  db: Db,
  { advisorId, learnerId, since }: { advisorId: string; learnerId: string; since: Date },
): Promise<void> => {
  await db
    .insertInto('caseload')
    .values({ advisor_id: advisorId, learner_id: learnerId, since: since.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Row = Omit<CaseloadLearner, 'credits' | 'required'> & { total: number }

/** Those who were active longest ago come first: they may need somebody. */
export const listCaseload = async (
  db: Db,
  advisorId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: CaseloadLearner[]; total: number }> => {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.last_name, c.since, a.last_active_at, a.waiting, count(*) over () as total,
           (select coalesce(sum(xp), 0)::int from xp_totals where learner_id = u.id) as xp
    from caseload c
    join users u on u.id = c.learner_id
    cross join lateral (
      select max(submitted_at) as last_active_at, count(*) filter (where state = 'submitted') as waiting
      from attempts where learner_id = u.id) a
    where c.advisor_id = ${advisorId}
    order by a.last_active_at nulls first, u.last_name, u.first_name, u.id
    limit ${limit} offset ${offset}`.execute(db)
  const earned = await listEarned(
    db,
    rows.map(({ id }) => id),
  )
  const items = rows.map(({ total: _, ...row }) => {
    const { earned: credits = 0, required = 0 } = earned.get(row.id) ?? {}
    return { ...row, credits, required }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

/** What a learner has taken up, the one last worked on first. */
export const listQuestsOf = (db: Db, learnerId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
    .select(['quests.id', 'quests.title'])
    .where('enrollments.learner_id', '=', learnerId)
    .orderBy('enrollments.last_worked_at', 'desc')
    .execute()
