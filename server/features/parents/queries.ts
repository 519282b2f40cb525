import { type Expression, sql } from 'kysely'

import type { Attempt } from '#contract/evidence'
import type { ParentDashboard } from '#contract/parents'
import { avatarOf } from '#features/people'
import { keyset, preparedQuery, type Db, type Param } from '#platform/database'
import type { RowCursor } from '#platform/http'
import type { Pillar } from '#rules/pillars'

const MAX_EVIDENCE = 12

export const findChild = (db: Db, learnerId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', avatarOf('accounts')])
    .where('id', '=', learnerId)
    .executeTakeFirst()

/** Submissions, without withdrawn ones and those hidden from guardians, newest first. */
const evidenceOf = (db: Db, learnerId: string | Expression<string>) =>
  db
    .selectFrom('attempts')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .select([
      'attempts.id',
      'number',
      'state',
      'blocks',
      'reflection',
      'comment',
      'submitted_at',
      'decided_at',
      'submitter',
      'attempts.quest_id',
      'quests.title as quest_title',
      'attempts.task_id',
      'tasks.title as task_title',
    ])
    .where('attempts.learner_id', '=', learnerId)
    .where('state', '<>', 'withdrawn')
    .where('held_back', '=', false)
    .orderBy('submitted_at', 'desc')
    .orderBy('attempts.id', 'desc')
    .$narrowType<Attempt>()

const newestEvidence = preparedQuery((db: Db, param: Param<{ learnerId: string }>) =>
  evidenceOf(db, param('learnerId')).limit(MAX_EVIDENCE),
)

export const listEvidence = (db: Db, learnerId: string): Promise<ParentDashboard['evidence']> =>
  newestEvidence(db, { learnerId })

type Page = { before: string | undefined; after: RowCursor | undefined; limit: number }

/** In bytes; a page ends with the submission that exceeds it. */
const MAX_PAGE_BYTES = 2_000_000

/** Size in bytes of the submissions before the last `rows` ones, counted from the start of the page. */
const sizeBefore = (rows: 1 | 2) => sql<number>`coalesce(
  sum(octet_length(blocks::text)) over (
    order by submitted_at desc, id desc rows between unbounded preceding and ${sql.lit(rows)} preceding),
  0)`

/** Submissions of a page, and the next one if there is one. `is_on_page` is false for it where the page ends for its size. */
export const listOlderEvidence = async (
  db: Db,
  learnerId: string,
  { before, after, limit }: Page,
): Promise<(ParentDashboard['evidence'][number] & RowCursor & { is_on_page: boolean })[]> => {
  const found = evidenceOf(db, learnerId)
    .select(({ fn }) => fn<string>('iso', ['submitted_at']).as('at'))
    .$if(before !== undefined, (query) => query.where('submitted_at', '<', before!))
    .$if(after !== undefined, (query) =>
      query.where(
        keyset(
          '<',
          [sql.ref('submitted_at'), 'timestamptz', after?.at],
          [sql.ref('attempts.id'), 'uuid', after?.id],
        ),
      ),
    )
    .limit(limit)
  return db
    .selectFrom((select) =>
      select
        .selectFrom(found.as('found'))
        .selectAll()
        .select(({ eb, lit }) => [
          eb(sizeBefore(1), '<=', lit(MAX_PAGE_BYTES)).as('is_on_page'),
          eb(sizeBefore(2), '<=', lit(MAX_PAGE_BYTES)).as('is_read'),
        ])
        .as('sized'),
    )
    .selectAll()
    .where('is_read', '=', true)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<ParentDashboard['evidence'][number] & RowCursor & { is_on_page: boolean }>()
    .execute()
}

/** Submissions and XP per week, without empty weeks. Weeks start on Monday in the reader's time zone. */
export const listWeeks = async (
  db: Db,
  learnerId: string,
  { since, timeZone }: { since: string; timeZone: string },
) => {
  const week = (instant: string) =>
    sql<string>`date_trunc('week', ${sql.ref(instant)} at time zone ${timeZone})::date`
  const begins = sql<string>`${since}::date::timestamp at time zone ${timeZone}`
  const [tasks, xp] = await Promise.all([
    db
      .selectFrom('attempts')
      .select(({ fn }) => [week('submitted_at').as('starts_on'), fn.countAll<number>().as('tasks')])
      .where('learner_id', '=', learnerId)
      .where('state', '<>', 'withdrawn')
      .where('submitted_at', '>=', begins)
      .groupBy('starts_on')
      .execute(),
    db
      .selectFrom('xp_entries')
      .select(({ fn }) => [
        week('created_at').as('starts_on'),
        'pillar',
        fn.sum<number>('amount').as('xp'),
      ])
      .where('learner_id', '=', learnerId)
      .where('created_at', '>=', begins)
      .groupBy(['starts_on', 'pillar'])
      .$narrowType<{ pillar: Pillar }>()
      .execute(),
  ])
  return { tasks, xp }
}

/** Newest first. */
export const listCompleted = (db: Db, learnerId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
    .select(['quest_id', 'quests.title as quest_title', 'completed_at'])
    .where('enrollments.learner_id', '=', learnerId)
    .where('state', '=', 'completed')
    .orderBy('completed_at', 'desc')
    .limit(100)
    .$narrowType<{ completed_at: string }>()
    .execute()

/** Tasks whose newest submission was returned, without those hidden from guardians. */
export const listReturned = (db: Db, learnerId: string) =>
  db
    .selectFrom('attempts')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .select(['quests.title as questTitle', 'tasks.title as taskTitle'])
    .where('attempts.learner_id', '=', learnerId)
    .where('attempts.state', '=', 'returned')
    .where('attempts.held_back', '=', false)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts as later')
            .select('later.id')
            .whereRef('later.learner_id', '=', 'attempts.learner_id')
            .whereRef('later.task_id', '=', 'attempts.task_id')
            .whereRef('later.number', '>', 'attempts.number')
            .where('later.state', '<>', 'withdrawn'),
        ),
      ),
    )
    .orderBy('attempts.decided_at', 'desc')
    .limit(20)
    .execute()
