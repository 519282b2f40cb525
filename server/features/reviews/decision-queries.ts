import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { Attempt } from '#contract/evidence'
import type { RubricCriterion } from '#contract/quests'
import type { Annotation, Shares, CurrentRecord } from '#contract/reviews'
import { markAttemptsFinalized } from '#features/attempts'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import type { Decision } from '#rules/decision'
import { criteriaFor, type RubricFinding } from '#rules/rubric'

/** Rubric of the quest in the learner's version, for a statement from `attempts` and `quests`. */
export const rubricOfVersion = sql<z.output<typeof RubricCriterion>[]>`coalesce(
  (select quest_versions.content -> 'rubric'
   from enrollments
   join quest_versions on quest_versions.quest_id = enrollments.quest_id and quest_versions.version = enrollments.version
   where enrollments.learner_id = attempts.learner_id and enrollments.quest_id = attempts.quest_id),
  quests.rubric)`

export type AttemptRow = Pick<Attempt, 'id' | 'state' | 'number'> & {
  learner_id: string
  task_id: string
}

export const findAttemptForUpdate = (db: Db, id: string): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('attempts')
    .select(['id', 'state', 'number', 'learner_id', 'task_id'])
    .$narrowType<Pick<Attempt, 'state'>>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The current decision on an attempt, and its decider. */
export const findCurrentDecision = (db: Db, attemptId: string) =>
  db
    .selectFrom('decisions')
    .leftJoin('accounts', 'accounts.id', 'decisions.decided_by')
    .select(({ fn, val }) => [
      'decisions.id',
      'decisions.decision',
      'decisions.decided_by',
      'decisions.decided_at',
      'decisions.settled_at',
      'decisions.comment',
      'decisions.annotations',
      'decisions.findings',
      fn.coalesce(nameOf('accounts'), val('A former advisor')).as('name'),
    ])
    .$narrowType<{ decision: Decision; annotations: Annotation[]; findings: RubricFinding[] }>()
    .where('decisions.attempt_id', '=', attemptId)
    .where('decisions.undone_at', 'is', null)
    .where('decisions.reopened_at', 'is', null)
    .executeTakeFirst()

/** Criteria for the task of an attempt, from the learner's version of the quest. */
export const findCriteria = async (db: Db, attemptId: string): Promise<{ criterion: string }[]> => {
  const { rubric, task_id } = await db
    .selectFrom('attempts')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .select([rubricOfVersion.as('rubric'), 'attempts.task_id'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return criteriaFor(rubric, task_id)
}

/** Stores a decision and ends the advisor's claim on the submission. */
export const insertDecision = (
  db: Db,
  attempt: AttemptRow,
  { deciderId, now }: { deciderId: string; now: Date },
  given: {
    decision: Decision
    comment: string | null
    annotations?: readonly unknown[] | undefined
    findings: readonly RubricFinding[]
    subjects?: Shares | undefined
    subjects_because?: string | undefined
  },
) =>
  db
    .with('claim', (query) =>
      query
        .deleteFrom('review_claims')
        .where('attempt_id', '=', attempt.id)
        .where('advisor_id', '=', deciderId),
    )
    .insertInto('decisions')
    .values({
      attempt_id: attempt.id,
      learner_id: attempt.learner_id,
      decided_by: deciderId,
      decision: given.decision,
      comment: given.comment,
      annotations: JSON.stringify((given.annotations ?? []) as Annotation[]),
      findings: JSON.stringify(given.findings),
      subjects: given.subjects ? JSON.stringify(given.subjects) : null,
      subjects_because: given.subjects_because ?? null,
      decided_at: now.toISOString(),
    })
    .execute()

export const hasLaterAttempt = async (
  db: Db,
  { learner_id, task_id, number }: AttemptRow,
): Promise<boolean> => {
  const later = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', learner_id)
    .where('task_id', '=', task_id)
    .where('number', '>', number)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export const markUndone = (db: Db, decisionId: string, now: Date) =>
  db
    .updateTable('decisions')
    .set({ undone_at: now.toISOString() })
    .where('id', '=', decisionId)
    .execute()

/** Number of an attempt's acceptances that were reversed. */
export const countReopened = async (db: Db, attemptId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('decisions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attemptId)
    .where('reopened_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export const markReopened = (
  db: Db,
  decisionId: string,
  { by, reason, now }: { by: string; reason: string; now: Date },
) =>
  db
    .updateTable('decisions')
    .set({ reopened_at: now.toISOString(), reopened_by: by, reopened_because: reason })
    .where('id', '=', decisionId)
    .execute()

/** A learner's active official records issued since then. */
export const listRecordsSince = (
  db: Db,
  learnerId: string,
  since: string,
): Promise<CurrentRecord[]> =>
  db
    .selectFrom('issued_transcripts')
    .select(({ cast, val }) => [
      cast<CurrentRecord['kind']>(val('transcript'), 'text').as('kind'),
      'id',
      'number',
      'issued_at',
    ])
    .where('learner_id', '=', learnerId)
    .where('issued_at', '>=', since)
    .where('revoked_at', 'is', null)
    .unionAll((union) =>
      union
        .selectFrom('diplomas')
        .select(({ cast, val }) => [
          cast<CurrentRecord['kind']>(val('diploma'), 'text').as('kind'),
          'id',
          'number',
          'issued_at',
        ])
        .where('learner_id', '=', learnerId)
        .where('issued_at', '>=', since)
        .where('revoked_at', 'is', null),
    )
    .orderBy('issued_at')
    .execute()

/** A learner's decisions whose external effects are pending, oldest first, with their attempts locked against changes. */
export const listPendingForUpdate = (db: Db, learnerId: string) =>
  db
    .selectFrom('decisions')
    .innerJoin('attempts', 'attempts.id', 'decisions.attempt_id')
    .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
    .innerJoin('quests', 'quests.id', 'attempts.quest_id')
    .select(({ eb }) => [
      'decisions.id',
      'decisions.attempt_id',
      'decisions.decision',
      'decisions.decided_at',
      'attempts.state',
      'attempts.quest_id',
      'attempts.task_id',
      'attempts.held_back',
      eb
        .case()
        .when(
          eb.or([eb('tasks.owner_id', 'is not', null), eb('quests.learner_id', 'is not', null)]),
        )
        .then(null)
        .else(eb.ref('tasks.title'))
        .end()
        .as('task_title'),
      eb
        .case()
        .when('quests.learner_id', 'is not', null)
        .then(null)
        .else(eb.ref('quests.title'))
        .end()
        .as('quest_title'),
    ])
    .$narrowType<{ decision: Decision }>()
    .where('decisions.learner_id', '=', learnerId)
    .where('decisions.settled_at', 'is', null)
    .where('decisions.undone_at', 'is', null)
    .where('decisions.reopened_at', 'is', null)
    .orderBy('decisions.decided_at')
    .forUpdate(['decisions', 'attempts'])
    .execute()

export const markFinalized = async (
  db: Db,
  settled: readonly { id: string; attempt_id: string }[],
  now: Date,
): Promise<void> => {
  const settled_at = now.toISOString()
  const ids = settled.map(({ id }) => id)
  const attemptIds = settled.map(({ attempt_id }) => attempt_id)
  await db.updateTable('decisions').set({ settled_at }).where('id', 'in', ids).execute()
  await markAttemptsFinalized(db, attemptIds, now)
  // Sent feedback is on record, so drafts are deleted.
  await db
    .updateTable('reviews')
    .set({ draft: null })
    .where('attempt_id', 'in', attemptIds)
    .execute()
}
