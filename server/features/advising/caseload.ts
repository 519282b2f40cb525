import { type Expression, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { CaseloadLearner } from '#contract/caseload'
import { type CreditSnapshot, creditSnapshotColumns, totalOf } from '#features/credits'
import { nameOf } from '#features/people'
import { type Db, jsonRecordFrom, keyset } from '#platform/database'
import { decodeCursor, notFound, pageAfter } from '#platform/http'
import { fullYears } from '#rules/age'
import { addDays, breakOn, mondayOf } from '#rules/plan'
import { concernsAbout, RHYTHM_WEEKS } from '#rules/text/concern'

type Span = { count: number; since: string | null }

type OverviewRow = CreditSnapshot & {
  id: string
  first_name: string
  last_name: string
  since: string | null
  last_active_at: string | null
  waiting_since: string | null
  cursor: string
  xp: number
  submitted: number
  proposals: number
  returned: Span
  late: Span
  weeks: Record<string, number>
  breaks: { from: string; to: string; label: string }[]
}

/** Learners with their sort keys: longest waiting, longest inactive. */
const learnersToSort = (db: Db) =>
  db
    .selectFrom('accounts as learner')
    .leftJoin('caseload', 'caseload.learner_id', 'learner.id')
    .select(({ fn, selectFrom }) => [
      'learner.id',
      'caseload.since',
      selectFrom('attempts')
        .select('submitted_at')
        .whereRef('attempts.learner_id', '=', 'learner.id')
        .orderBy('submitted_at', 'desc')
        .limit(1)
        .as('last_active_at'),
      fn<string | null>('least', [
        selectFrom('attempts')
          .select((waiting) => waiting.fn.min('submitted_at').as('at'))
          .whereRef('attempts.learner_id', '=', 'learner.id')
          .where('attempts.state', '=', 'submitted'),
        selectFrom('plan_proposals')
          .select((waiting) => waiting.fn.min('proposed_at').as('at'))
          .whereRef('plan_proposals.learner_id', '=', 'learner.id')
          .where('plan_proposals.decision', 'is', null),
      ]).as('waiting_since'),
    ])
    .where('learner.role', '=', 'student')
    .where('learner.status', '=', 'active')

// Learners who wait for nothing come last; among those, learners who were never active come first.
const waits = sql<string>`coalesce(waiting_since, 'infinity')`
const active = sql<string>`coalesce(last_active_at, '-infinity')`

/** Loads the overview of the learners on `page`, in their order. */
const overviewsOf = (
  db: Db,
  page: ReturnType<typeof learnersToSort>,
  today: string,
): Promise<OverviewRow[]> =>
  db
    .with('page', () => page)
    .selectFrom('page')
    .innerJoin('accounts as u', 'u.id', 'page.id')
    .select(creditSnapshotColumns('states'))
    .select((select) => [
      'u.id',
      'u.first_name',
      'u.last_name',
      'page.since',
      'page.last_active_at',
      'page.waiting_since',
      sql<string>`${waits}::text || '|' || ${active}::text || '|' || u.id`.as('cursor'),
      select
        .selectFrom('xp_totals')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('xp'), lit(0)).as('xp'))
        .whereRef('xp_totals.learner_id', '=', 'u.id')
        .as('xp'),
      select
        .selectFrom('attempts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('attempts.learner_id', '=', 'u.id')
        .where('attempts.state', '=', 'submitted')
        .as('submitted'),
      select
        .selectFrom('plan_proposals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('plan_proposals.learner_id', '=', 'u.id')
        .where('plan_proposals.decision', 'is', null)
        .as('proposals'),
      jsonObjectFrom(
        select
          .selectFrom('attempts')
          .select(({ fn, ref }) => [
            fn.countAll<number>().as('count'),
            dayOf(fn.min(ref('attempts.decided_at'))).as('since'),
          ])
          .whereRef('attempts.learner_id', '=', 'u.id')
          .where('attempts.state', '=', 'returned')
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('attempts as newer')
                  .select('newer.id')
                  .whereRef('newer.learner_id', '=', 'attempts.learner_id')
                  .whereRef('newer.task_id', '=', 'attempts.task_id')
                  .whereRef('newer.number', '>', 'attempts.number'),
              ),
            ),
          ),
      ).as('returned'),
      jsonObjectFrom(
        select
          .selectFrom('planned_quests')
          .leftJoin('enrollments', (join) =>
            join
              .onRef('enrollments.learner_id', '=', 'planned_quests.learner_id')
              .onRef('enrollments.quest_id', '=', 'planned_quests.quest_id'),
          )
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            fn.min('planned_quests.target_date').as('since'),
          ])
          .whereRef('planned_quests.learner_id', '=', 'u.id')
          .where('planned_quests.target_date', '<', today)
          .where('enrollments.state', 'is distinct from', 'completed'),
      ).as('late'),
      jsonRecordFrom(
        select
          .selectFrom('attempts')
          .select(({ fn, ref }) => [
            weekOf(ref('attempts.submitted_at')).as('key'),
            fn.countAll<number>().as('value'),
          ])
          .whereRef('attempts.learner_id', '=', 'u.id')
          .where('attempts.state', '<>', 'withdrawn')
          .where('attempts.submitted_at', '>=', firstMonday(today))
          .groupBy('key'),
      ).as('weeks'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['begins as from', 'ends as to', 'label'])
          .whereRef('plan_breaks.learner_id', '=', 'u.id'),
      ).as('breaks'),
    ])
    .orderBy(waits)
    .orderBy(active)
    .orderBy('u.id')
    .$castTo<OverviewRow>()
    .execute()

const dayOf = (instant: Expression<string | null>) =>
  sql<string | null>`(${instant} at time zone 'UTC')::date`
const weekOf = (instant: Expression<string>) =>
  sql<string>`date_trunc('week', ${instant} at time zone 'UTC')::date`

/** First Monday of the weeks that a rhythm covers. */
const firstMonday = (today: string) => addDays(mondayOf(today), -7 * (RHYTHM_WEEKS - 1))

const learnerOf = async (db: Db, row: OverviewRow, today: string): Promise<CaseloadLearner> => {
  const { earned, required } = await totalOf(db, row)
  const weeks = Array.from({ length: RHYTHM_WEEKS }, (_, week) => {
    const starts_on = addDays(firstMonday(today), 7 * week)
    return { starts_on, hand_ins: row.weeks[starts_on] ?? 0 }
  })
  const { id, first_name, last_name, since, last_active_at, waiting_since, xp, breaks } = row
  const off = breakOn(today, breaks)
  return {
    id,
    first_name,
    last_name,
    since,
    last_active_at,
    waiting_since,
    xp,
    credits: earned,
    required,
    waiting: row.submitted,
    proposals: row.proposals,
    returned: row.returned.count,
    weeks,
    on_break: off ? { label: off.label, to: off.to } : null,
    concerns: concernsAbout({
      today,
      since: since?.slice(0, 10) ?? null,
      last_hand_in: last_active_at?.slice(0, 10) ?? null,
      weeks: weeks.map(({ hand_ins }) => hand_ins),
      returned: row.returned.count,
      returned_since: row.returned.since,
      late: row.late.count,
      late_since: row.late.since,
      breaks,
    }),
  }
}

const todayOf = (now: Date) => now.toISOString().slice(0, 10)

type Query = { search?: string | undefined; cursor?: string | undefined; limit: number }

/** Returns one page of an advisor's learners: longest waiting for an answer first, then longest inactive. */
export const listCaseload = async (
  db: Db,
  advisorId: string,
  { search = '', cursor, limit }: Query,
  now: Date,
): Promise<{ items: CaseloadLearner[]; next_cursor: string | null }> => {
  let mine = learnersToSort(db).where('caseload.advisor_id', '=', advisorId)
  for (const word of search.split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    mine = mine.where(({ eb }) => eb(nameOf('learner'), 'ilike', pattern))
  }
  const after = decodeCursor(cursor, CURSOR)?.split('|')
  const page = db
    .with('mine', () => mine)
    .selectFrom('mine')
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        keyset(
          '>',
          [waits, 'timestamptz', after?.[0]],
          [active, 'timestamptz', after?.[1]],
          [sql.ref('id'), 'uuid', after?.[2]],
        ),
      ),
    )
    .orderBy(waits)
    .orderBy(active)
    .orderBy('id')
    .limit(limit + 1) as unknown as ReturnType<typeof learnersToSort>
  const rows = await overviewsOf(db, page, todayOf(now))
  const shown = pageAfter(rows, limit, ({ cursor }) => cursor)
  const items: CaseloadLearner[] = []
  for (const row of shown.items) items.push(await learnerOf(db, row, todayOf(now)))
  return { items, next_cursor: shown.next_cursor }
}

const MAX_CHECKED = 200

/** Learners with concerns, the longest-standing first. Concerns are computed, so this reads the caseload; its answer is cached. */
export const listStuck = async (
  db: Db,
  advisorId: string,
  { limit }: { limit: number },
  now: Date,
): Promise<{ items: CaseloadLearner[]; next_cursor: null }> => {
  const mine = await listCaseload(db, advisorId, { limit: MAX_CHECKED }, now)
  const longest = ({ concerns }: CaseloadLearner) =>
    Math.max(0, ...concerns.map(({ days }) => days))
  const items = mine.items
    .filter(({ concerns }) => concerns.length > 0)
    .toSorted((a, b) => longest(b) - longest(a))
    .slice(0, limit)
  return { items, next_cursor: null }
}

/** Returns one learner in the same form as the caseload. */
export const findOverview = async (
  db: Db,
  learnerId: string,
  now: Date,
): Promise<CaseloadLearner> => {
  const page = learnersToSort(db).where('learner.id', '=', learnerId)
  const [row] = await overviewsOf(db, page, todayOf(now))
  if (!row) throw notFound()
  return learnerOf(db, row, todayOf(now))
}

const CURSOR =
  /^(infinity|\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+)\|(-infinity|\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+)\|[0-9a-f-]{36}$/

/** A learner's name, age in years and interests. */
export const findPersonOf = async (db: Db, learnerId: string, now: Date) => {
  const { date_of_birth, ...person } = await db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'interests', 'date_of_birth'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  const age =
    date_of_birth === null ? null : fullYears(date_of_birth, now.toISOString().slice(0, 10))
  return { ...person, age }
}

/** A learner's quests, most recently worked on first. */
export const listQuestsOf = (db: Db, learnerId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('quests', 'quests.id', 'enrollments.quest_id')
    .select(['quests.id', 'quests.title', 'enrollments.state'])
    .$narrowType<{ state: 'active' | 'left' | 'completed' }>()
    .where('enrollments.learner_id', '=', learnerId)
    .orderBy('enrollments.last_worked_at', 'desc')
    .execute()
