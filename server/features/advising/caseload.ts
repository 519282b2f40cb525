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

/** Those who were active longest ago come first: they may need somebody. */
export const listCaseload = async (
  db: Db,
  advisorId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: CaseloadLearner[]; total: number }> => {
  const rows = await db
    .selectFrom('caseload')
    .innerJoin('users', 'users.id', 'caseload.learner_id')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('attempts')
          .select(({ fn }) => [
            fn.max('submitted_at').as('last_active_at'),
            fn.countAll<number>().filterWhere('state', '=', 'submitted').as('waiting'),
          ])
          .whereRef('attempts.learner_id', '=', 'users.id')
          .as('work'),
      (join) => join.onTrue(),
    )
    .select(({ fn, selectFrom }) => [
      'users.id',
      'users.first_name',
      'users.last_name',
      'caseload.since',
      'work.last_active_at',
      'work.waiting',
      fn.countAll<number>().over().as('total'),
      selectFrom('xp_totals')
        .select((xp) => xp.fn.coalesce(xp.fn.sum<number>('xp'), xp.lit(0)).as('xp'))
        .whereRef('xp_totals.learner_id', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('xp'),
    ])
    .where('caseload.advisor_id', '=', advisorId)
    .orderBy('work.last_active_at', (order) => order.asc().nullsFirst())
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
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
