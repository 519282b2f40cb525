import { type Expression, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'

import type { Dashboard } from '#contract/progress'
import { type BadgeFactsRow, heldBadges, pillarTotals, pursuedBadges } from '#features/badges'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import { practisedBy, type PractisedSet } from '#features/practice'
import { arrayFrom, preparedQuery, type Db, type Param, orEmpty } from '#platform/database'
import type { Pillar } from '#rules/pillars'

type ActiveQuest = {
  quest_id: string
  version: number
  tasks_done: number
  xp_earned: number
  last_worked_at: string
}
type OwnTask = { id: string; quest_id: string; title: string; pillar: Pillar; xp: number }

/** Inputs of a learner's dashboard, besides the catalog with the titles. */
export type LearnerState = {
  catalog_version: string
  /** Quests written for this learner only. */
  alone: StoredQuest[]
  first_name: string
  date_of_birth: string | null
  published_portfolio: boolean
  totals: BadgeFactsRow['totals']
  /** Earned badges, and badges set as goals. */
  held: string[]
  pursued: string[]
  /** In the learner's time zone. */
  today: string
  /** Monday, in the learner's time zone. */
  starts_on: string
  /** Since Monday: the day of each submission, and day and amount of each ledger entry. */
  days_of_tasks: string[]
  days_of_xp: [day: string, amount: number][]
  /** Most recently worked on first. */
  active: ActiveQuest[]
  /** Tasks of the active quests that need no action by the learner. */
  handed_in: string[]
  quests_started: number
  /** Quests planned for a day up to three weeks from Monday, earliest first. */
  planned: { quest_id: string; due_on: string }[]
  /** Quest ids. */
  completed: string[]
  own_tasks: OwnTask[]
  /** Ids of tasks with a draft. */
  drafts: string[]
  /** Newest first. */
  added: Pick<Dashboard['added'][number], 'id' | 'quest_id' | 'task_id' | 'name' | 'added_at'>[]
  /** The newest of both kinds, newest first: a reader who sees one kind notices no gap. */
  feedback: (Pick<
    Dashboard['feedback'][number],
    'attempt_id' | 'quest_id' | 'task_id' | 'state' | 'comment' | 'decided_at'
  > & { held_back: boolean })[]
  /** Not handed in again, newest decision first; quests set aside are left out. */
  returned: (Pick<
    Dashboard['returned'][number],
    'attempt_id' | 'quest_id' | 'task_id' | 'comment' | 'decided_at'
  > & { version: number })[]
  practised: PractisedSet[]
  recent: (Pick<Dashboard['recent'][number], 'kind' | 'pillar' | 'amount' | 'at'> & {
    quest_id: string
    task_id: string | null
  })[]
}

const MAX_RETURNED = 5
export const MAX_FEEDBACK = 5

type DashboardInput = { learnerId: string; now: string; timeZone: string }

const learnerState = preparedQuery((db: Db, param: Param<DashboardInput>) => {
  const local = (instant: Expression<string>) =>
    sql<string>`${instant} at time zone ${param('timeZone')}`
  const day = (instant: Expression<string>) => sql<string>`(${local(instant)})::date`
  return db
    .with('me', (query) =>
      query
        .selectFrom('accounts')
        .select(({ cast, eb }) => [
          'id',
          'first_name',
          'date_of_birth',
          eb('portfolio_published_at', 'is not', null).as('published_portfolio'),
          day(cast(param('now'), 'timestamptz')).as('today'),
          sql<string>`date_trunc('week', ${local(cast(param('now'), 'timestamptz'))})`.as('monday'),
        ])
        .where('id', '=', param('learnerId')),
    )
    .selectFrom('me')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('enrollments')
          .select(({ fn, ref }) => [
            fn.countAll<number>().as('quests_started'),
            fn
              .agg<string[] | null>('array_agg', ['quest_id'])
              .filterWhere('state', '=', 'completed')
              .as('completed'),
            fn
              .agg('json_agg', [
                jsonBuildObject({
                  quest_id: ref('quest_id'),
                  version: ref('version'),
                  tasks_done: ref('tasks_done'),
                  xp_earned: ref('xp_earned'),
                  last_worked_at: fn('iso', ['last_worked_at']),
                }),
              ])
              .orderBy('last_worked_at', 'desc')
              .filterWhere('state', '=', 'active')
              .as('active'),
          ])
          .whereRef('learner_id', '=', 'me.id')
          .as('quests'),
      (join) => join.onTrue(),
    )
    .select((select) => [
      catalogVersion.as('catalog_version'),
      questsFor(select.ref('me.id')).as('alone'),
      'me.first_name',
      'me.date_of_birth',
      'me.published_portfolio',
      'me.today',
      sql<string>`${select.ref('me.monday')}::date`.as('starts_on'),
      'quests.quests_started',
      select.fn.coalesce('quests.completed', sql<string[]>`'{}'`).as('completed'),
      select.fn.coalesce('quests.active', sql`'[]'`).as('active'),
      pillarTotals(select.ref('me.id')).as('totals'),
      heldBadges(select.ref('me.id')).as('held'),
      pursuedBadges(select.ref('me.id')).as('pursued'),
      select
        .selectFrom('attempts')
        .select(({ fn, ref }) => orEmpty(fn.agg('json_agg', [day(ref('submitted_at'))])).as('days'))
        .whereRef('learner_id', '=', 'me.id')
        .where('submitted_at', '>=', local(select.ref('me.monday')))
        .where('state', '<>', 'withdrawn')
        .as('days_of_tasks'),
      select
        .selectFrom('xp_entries')
        .select(({ fn, ref }) =>
          orEmpty(
            fn.agg('json_agg', [fn('json_build_array', [day(ref('created_at')), ref('amount')])]),
          ).as('days'),
        )
        .whereRef('learner_id', '=', 'me.id')
        .where('created_at', '>=', local(select.ref('me.monday')))
        .as('days_of_xp'),
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .select(['quest_id', 'target_date as due_on'])
          .whereRef('learner_id', '=', 'me.id')
          .where('target_date', '<', sql<string>`${select.ref('me.monday')}::date + 21`)
          .orderBy('target_date')
          .orderBy('position'),
      ).as('planned'),
      arrayFrom(
        select
          .selectFrom('enrollments')
          .innerJoin('attempts', (join) =>
            join
              .onRef('attempts.learner_id', '=', 'enrollments.learner_id')
              .onRef('attempts.quest_id', '=', 'enrollments.quest_id'),
          )
          .select('attempts.task_id')
          .whereRef('enrollments.learner_id', '=', 'me.id')
          .where('enrollments.state', '=', 'active')
          .where('attempts.state', 'in', ['submitted', 'accepted']),
      ).as('handed_in'),
      jsonArrayFrom(
        select
          .selectFrom('tasks')
          .select(['tasks.id', 'quest_id', 'title', 'pillar', 'xp'])
          .whereRef('owner_id', '=', 'me.id')
          .orderBy('position'),
      ).as('own_tasks'),
      arrayFrom(
        select.selectFrom('drafts').select('task_id').whereRef('learner_id', '=', 'me.id'),
      ).as('drafts'),
      jsonArrayFrom(
        select
          .selectFrom('added_evidence')
          .innerJoin('tasks', 'tasks.id', 'added_evidence.task_id')
          .leftJoin('accounts as giver', 'giver.id', 'added_evidence.added_by')
          .select(({ fn }) => [
            'added_evidence.id',
            'tasks.quest_id',
            'added_evidence.task_id',
            'giver.first_name as name',
            fn<string>('iso', ['added_evidence.added_at']).as('added_at'),
          ])
          .whereRef('added_evidence.learner_id', '=', 'me.id')
          .where('added_evidence.blocks', 'is not', null)
          .orderBy('added_evidence.added_at', 'desc')
          .limit(30),
      ).as('added'),
      jsonArrayFrom(
        select
          .selectFrom(({ selectFrom }) =>
            selectFrom('attempts')
              .select(({ fn }) => [
                'attempts.id as attempt_id',
                'quest_id',
                'task_id',
                'state',
                'comment',
                'held_back',
                fn<string>('iso', ['decided_at']).as('decided_at'),
                fn
                  .agg<number>('row_number')
                  .over((over) => over.partitionBy('held_back').orderBy('decided_at', 'desc'))
                  .as('place'),
              ])
              .whereRef('learner_id', '=', 'me.id')
              .where('comment', 'is not', null)
              .where('state', 'in', ['accepted', 'returned'])
              .as('said'),
          )
          .select([
            'attempt_id',
            'quest_id',
            'task_id',
            'state',
            'comment',
            'held_back',
            'decided_at',
          ])
          .where('place', '<=', MAX_FEEDBACK)
          .orderBy('decided_at', 'desc'),
      ).as('feedback'),
      jsonArrayFrom(
        select
          .selectFrom('attempts')
          .innerJoin('enrollments', (join) =>
            join
              .onRef('enrollments.learner_id', '=', 'attempts.learner_id')
              .onRef('enrollments.quest_id', '=', 'attempts.quest_id'),
          )
          .select(({ fn }) => [
            'attempts.id as attempt_id',
            'attempts.quest_id',
            'attempts.task_id',
            'attempts.comment',
            'enrollments.version',
            fn<string>('iso', ['attempts.decided_at']).as('decided_at'),
          ])
          .whereRef('attempts.learner_id', '=', 'me.id')
          .where('attempts.state', '=', 'returned')
          .where('enrollments.state', '<>', 'left')
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('attempts as later')
                  .select('later.id')
                  .whereRef('later.learner_id', '=', 'attempts.learner_id')
                  .whereRef('later.task_id', '=', 'attempts.task_id')
                  .whereRef('later.number', '>', 'attempts.number'),
              ),
            ),
          )
          .orderBy('attempts.decided_at', 'desc')
          .limit(MAX_RETURNED),
      ).as('returned'),
      practisedBy(select.ref('me.id'), select.ref('me.today')).as('practised'),
      jsonArrayFrom(
        select
          .selectFrom('xp_entries')
          .select(({ fn }) => [
            'kind',
            'pillar',
            'amount',
            'quest_id',
            'task_id',
            fn<string>('iso', ['created_at']).as('at'),
          ])
          .whereRef('learner_id', '=', 'me.id')
          .where('quest_id', 'is not', null)
          .orderBy('created_at', 'desc')
          .orderBy('xp_entries.id', 'desc')
          .limit(8),
      ).as('recent'),
    ])
    .$castTo<LearnerState>()
})

/**
 * One round trip: five parallel queries were four times slower in a trial. Every table and aggregate in the statement costs time
 * even if it returns nothing, so titles are not joined, and the caller counts days.
 * @param timeZone IANA name; days and weeks (from Monday) are counted there
 */
export const findLearnerState = async (
  db: Db,
  learnerId: string,
  now: Date,
  timeZone: string,
): Promise<LearnerState | undefined> => {
  const [state] = await learnerState(db, { learnerId, now: now.toISOString(), timeZone })
  return state
}
