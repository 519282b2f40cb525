import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { ReviewFilters, ReviewItem } from '#contract/reviews'
import { nameOf } from '#features/people'
import { type DB, type Db, keyset } from '#platform/database'
import type { RowCursor } from '#platform/http'
import { usualWaitInWords } from '#rules/usual-wait'

const SINCE = { work: 'attempts.submitted_at', answers: 'attempts.answered_at' } as const

const wasReturned = sql<boolean>`exists (
  select from attempts earlier
  where earlier.learner_id = attempts.learner_id and earlier.task_id = attempts.task_id
    and earlier.number < attempts.number and earlier.state = 'returned')`

const eb = expressionBuilder<DB, 'attempts'>()

/** True if an attempt is pending and matches the filters. */
const matches = ({ show, learner, quest, returned }: ReviewFilters) =>
  eb.and([
    show === 'work'
      ? eb('attempts.state', '=', 'submitted')
      : eb('attempts.answered_at', 'is not', null),
    ...(learner === undefined ? [] : [eb('attempts.learner_id', '=', learner)]),
    ...(quest === undefined ? [] : [eb('attempts.quest_id', '=', quest)]),
    ...(returned === undefined ? [] : [wasReturned]),
  ])

const learnersOf = (db: Db, advisorId: string) =>
  db
    .selectFrom('caseload')
    .innerJoin('accounts', 'accounts.id', 'caseload.learner_id')
    .where('caseload.advisor_id', '=', advisorId)
    .where('accounts.status', '=', 'active')

/** Pending attempts of the caller's learners, unordered. */
const waitingFor = (db: Db, advisorId: string, filters: ReviewFilters) =>
  learnersOf(db, advisorId)
    .innerJoin('attempts', 'attempts.learner_id', 'caseload.learner_id')
    .where(matches(filters))

type Cut = { limit: number; direction?: 'asc' | 'desc'; from?: RowCursor | undefined }

/**
 * Oldest attempts after a cursor, or newest before it. Reads each learner's attempts by index, at most `limit` per learner,
 * instead of the whole queue.
 */
const firstWaiting = (
  db: Db,
  advisorId: string,
  filters: ReviewFilters,
  { limit, direction = 'asc', from }: Cut,
) => {
  const since = SINCE[filters.show]
  return learnersOf(db, advisorId)
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('attempts')
          .select(({ ref }) => ['attempts.id', ref(since).as('since')])
          .whereRef('attempts.learner_id', '=', 'caseload.learner_id')
          .where(matches(filters))
          .$if(from !== undefined, (query) =>
            query.where(
              keyset(
                direction === 'asc' ? '>' : '<',
                [sql.ref(since), 'timestamptz', from?.at],
                [sql.ref('attempts.id'), 'uuid', from?.id],
              ),
            ),
          )
          .orderBy(since, direction)
          .orderBy('attempts.id', direction)
          .limit(limit)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select('first.id')
    .orderBy('first.since', direction)
    .orderBy('first.id', direction)
    .limit(limit)
}

/** Returns a page of the queue, oldest first. Selects ids first, then details for those only. */
export const listWaiting = async (
  db: Db,
  advisorId: string,
  filters: ReviewFilters,
  { after, limit, now }: { after: RowCursor | undefined; limit: number; now: Date },
): Promise<(ReviewItem & RowCursor)[]> => {
  const page = firstWaiting(db, advisorId, filters, { limit, from: after }).select(({ fn }) =>
    fn<string>('iso', ['first.since']).as('at'),
  )
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('attempts', 'attempts.id', 'page.id')
    .innerJoin('accounts', 'accounts.id', 'attempts.learner_id')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .select((select) => [
      'page.at',
      'attempts.id',
      'attempts.number',
      'attempts.state',
      'attempts.submitted_at',
      'accounts.id as learner_id',
      'accounts.first_name',
      'accounts.last_name',
      'quests.title as quest_title',
      'tasks.title as task_title',
      wasReturned.as('returned_before'),
      select
        .exists(
          select
            .selectFrom('reviews')
            .select('reviews.attempt_id')
            .whereRef('reviews.attempt_id', '=', 'attempts.id')
            .where('reviews.advisor_id', '=', advisorId),
        )
        .as('opened'),
      claimOf(db, advisorId, now).as('claimed_by'),
      select
        .selectFrom('attempt_comments')
        .select('attempt_comments.author')
        .whereRef('attempt_comments.attempt_id', '=', 'attempts.id')
        .where('attempt_comments.author', '<>', 'guardian')
        .orderBy('attempt_comments.created_at', 'desc')
        .limit(1)
        .as('last_by'),
    ])
    .orderBy('page.at')
    .orderBy('page.id')
    .execute()
  return rows.map(
    ({ learner_id, first_name, last_name, last_by, state, opened, returned_before, ...row }) => ({
      ...row,
      learner: { id: learner_id, first_name, last_name },
      opened: opened === true,
      returned_before,
      turn: state === 'submitted' && last_by === 'advisor' ? 'learner' : 'advisor',
    }),
  )
}

/** The active claim on the attempt, and its owner. */
export const claimOf = (db: Db, advisorId: string, now: Date) =>
  jsonObjectFrom(
    db
      .selectFrom('review_claims')
      .innerJoin('accounts as claimer', 'claimer.id', 'review_claims.advisor_id')
      .select(({ eb, fn }) => [
        'claimer.id',
        nameOf('claimer').as('name'),
        eb('claimer.id', '=', advisorId).$castTo<boolean>().as('is_own'),
        fn<string>('iso', ['review_claims.since']).as('since'),
      ])
      .where('review_claims.attempt_id', '=', sql.ref<string>('attempts.id'))
      .where('review_claims.expires_at', '>', now.toISOString()),
  )

/** Attempts before and after a submission in the filtered queue. */
export const findNeighbours = async (
  db: Db,
  advisorId: string,
  filters: ReviewFilters,
  place: RowCursor,
): Promise<{ previous: string | null; next: string | null }> => {
  const { previous, next } = await db
    .selectNoFrom([
      firstWaiting(db, advisorId, filters, { limit: 1, direction: 'desc', from: place }).as(
        'previous',
      ),
      firstWaiting(db, advisorId, filters, { limit: 1, from: place }).as('next'),
    ])
    .executeTakeFirstOrThrow()
  return { previous, next }
}

const WEEKS_MS = 8 * 7 * 24 * 3_600_000

/** Median hours from submission to decision over the last eight weeks; null without decisions. */
const medianHours = (
  db: Db,
  advisors: 'of the learner' | { id: string },
  about: string,
  now: Date,
) =>
  db
    .selectFrom('decisions')
    .innerJoin('attempts as decided', 'decided.id', 'decisions.attempt_id')
    .select(
      // Kysely does not support ordered-set aggregates.
      sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from decisions.decided_at - decided.submitted_at) / 3600)`.as(
        'hours',
      ),
    )
    .where('decisions.undone_at', 'is', null)
    .where('decisions.decided_at', '>', new Date(now.getTime() - WEEKS_MS).toISOString())
    .where((where) =>
      advisors === 'of the learner'
        ? where(
            'decisions.decided_by',
            'in',
            where.selectFrom('caseload').select('advisor_id').where('learner_id', '=', about),
          )
        : where('decisions.decided_by', '=', advisors.id),
    )

/** "Work is usually read within two days.", for the learner's current advisors; null with too few decisions. */
export const usualWait = async (db: Db, learnerId: string, now: Date): Promise<string | null> => {
  const found = await medianHours(db, 'of the learner', learnerId, now).executeTakeFirst()
  return typeof found?.hours === 'number' ? usualWaitInWords(found.hours) : null
}

/** Number of pending attempts, by learner and by quest. */
export const summarise = async (db: Db, advisorId: string, now: Date) => {
  const work = waitingFor(db, advisorId, { show: 'work' })
  const answers = waitingFor(db, advisorId, { show: 'answers' })
  return db
    .selectNoFrom([
      work
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('waiting'),
      answers
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('answers'),
      medianHours(db, { id: advisorId }, advisorId, now).as('median_hours'),
      jsonArrayFrom(
        work
          .select(({ fn }) => [
            'accounts.id',
            nameOf('accounts').as('name'),
            fn.countAll<number>().as('waiting'),
          ])
          .groupBy(['accounts.id', 'accounts.first_name', 'accounts.last_name'])
          .orderBy('accounts.first_name')
          .orderBy('accounts.last_name'),
      ).as('learners'),
      jsonArrayFrom(
        work
          .innerJoin('quests', 'quests.id', 'attempts.quest_id')
          .select(({ fn }) => ['quests.id', 'quests.title', fn.countAll<number>().as('waiting')])
          .groupBy('quests.id')
          .orderBy('quests.title'),
      ).as('quests'),
    ])
    .executeTakeFirstOrThrow()
}
