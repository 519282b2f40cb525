import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Attempt, StoredBlock } from '#contract/evidence'
import type { Quest } from '#contract/quests'
import { insertAttempt } from '#features/attempts'
import { catalogVersion, findCatalog, questsFor, type StoredQuest } from '#features/catalog'
import { lockLearner } from '#features/learners'
import { arrayFrom, preparedQuery, type Db, type Param, jsonRecordFrom } from '#platform/database'
import type { QuestWork, TaskWork } from '#rules/hand-in'

import { earnedByTask, enrollmentOf, isOpenTo } from './queries.ts'

type Enrollment = NonNullable<Quest['enrollment']>

/** Everything that a submission depends on. */
export type SubmissionFacts = QuestWork & {
  questId: string
  enrollment: Enrollment | null
  /** The newest attempt at the task. */
  latest: Attempt | null
  /** Pieces that others have added to the task, oldest first: they are submitted with the learner's own. */
  added: StoredBlock[]
  /** `updated_at` of the task's draft. */
  draft: string | null
  /** Set of exercises that the task asks for. */
  practice: string | null
}

type HandInFactsRow = {
  quest_id: string
  catalog_version: string
  alone: StoredQuest[]
  enrollment: Enrollment | null
  latest: Attempt | null
  added: { blocks: StoredBlock[] }[]
  draft: string | null
  practice: string | null
  handed_in: string[]
  earned: Record<string, number>
  bonus: QuestWork['bonus']
  own_tasks: Pick<TaskWork, 'id' | 'pillar' | 'xp' | 'required' | 'xpConfirmed'>[]
}

type OfTask = { learnerId: string; taskId: string }

const handInFacts = preparedQuery((db: Db, param: Param<OfTask>) =>
  db
    .selectFrom('tasks as task')
    .innerJoin('quests', 'quests.id', 'task.quest_id')
    .select((select) => [
      'task.quest_id',
      'task.practice',
      catalogVersion.as('catalog_version'),
      questsFor(param('learnerId')).as('alone'),
      enrollmentOf(param('learnerId'), select.ref('task.quest_id')).as('enrollment'),
      jsonObjectFrom(
        select
          .selectFrom('attempts')
          .select(({ fn }) => [
            'attempts.id',
            'attempts.number',
            'attempts.state',
            'attempts.blocks',
            'attempts.reflection',
            'attempts.comment',
            fn<string>('iso', ['attempts.submitted_at']).as('submitted_at'),
            fn<string | null>('iso', ['attempts.decided_at']).as('decided_at'),
            'attempts.submitter',
          ])
          .where('attempts.learner_id', '=', param('learnerId'))
          .whereRef('attempts.task_id', '=', 'task.id')
          .orderBy('attempts.number', 'desc')
          .limit(1),
      ).as('latest'),
      jsonArrayFrom(
        select
          .selectFrom('added_evidence')
          .select('added_evidence.blocks')
          .where('added_evidence.learner_id', '=', param('learnerId'))
          .whereRef('added_evidence.task_id', '=', 'task.id')
          .where('added_evidence.blocks', 'is not', null)
          .orderBy('added_evidence.added_at')
          .orderBy('added_evidence.id'),
      ).as('added'),
      select
        .selectFrom('drafts')
        .select(({ fn }) => fn<string>('iso', ['drafts.updated_at']).as('updated_at'))
        .where('drafts.learner_id', '=', param('learnerId'))
        .whereRef('drafts.task_id', '=', 'task.id')
        .as('draft'),
      arrayFrom(
        select
          .selectFrom((from) =>
            from
              .selectFrom('attempts')
              .distinctOn('attempts.task_id')
              .select(['attempts.task_id', 'attempts.state'])
              .where('attempts.learner_id', '=', param('learnerId'))
              .whereRef('attempts.quest_id', '=', 'task.quest_id')
              .orderBy('attempts.task_id')
              .orderBy('attempts.number', 'desc')
              .as('newest'),
          )
          .select('newest.task_id')
          .where('newest.state', '<>', 'withdrawn'),
      ).as('handed_in'),
      earnedByTask(param('learnerId'), select.ref('task.quest_id')).as('earned'),
      jsonRecordFrom(
        select
          .selectFrom('xp_entries')
          .select(({ fn }) => [
            'xp_entries.pillar as key',
            fn.sum<number>('xp_entries.amount').as('value'),
          ])
          .where('xp_entries.learner_id', '=', param('learnerId'))
          .whereRef('xp_entries.quest_id', '=', 'task.quest_id')
          .where('xp_entries.task_id', 'is', null)
          .groupBy('xp_entries.pillar'),
      ).as('bonus'),
      jsonArrayFrom(
        select
          .selectFrom('tasks')
          .select(({ eb }) => [
            'tasks.id',
            'tasks.pillar',
            'tasks.xp',
            'tasks.required',
            eb('tasks.xp_confirmed_at', 'is not', null).as('xpConfirmed'),
          ])
          .whereRef('tasks.quest_id', '=', 'task.quest_id')
          .where('tasks.owner_id', '=', param('learnerId')),
      ).as('own_tasks'),
    ])
    .where('task.id', '=', param('taskId'))
    .where('quests.status', '<>', 'draft')
    .where(isOpenTo(param('learnerId')))
    .where(({ eb, or }) =>
      or([eb('task.owner_id', 'is', null), eb('task.owner_id', '=', param('learnerId'))]),
    )
    .$castTo<HandInFactsRow>(),
)

/**
 * Loads everything that a submission depends on, in one statement. Returns undefined if the task does not exist for this learner.
 */
const findWork = async (db: Db, of: OfTask): Promise<SubmissionFacts | undefined> => {
  const [row] = await handInFacts(db, of)
  if (!row) return undefined
  const catalog = await findCatalog(db, row.catalog_version, row.alone)
  const quest = catalog.quest(row.quest_id, row.enrollment?.version)
  const handedIn = new Set(row.handed_in)
  const ofQuest = { own: false, xpConfirmed: true }
  const tasks = [
    ...(quest?.tasks ?? []).map((task) => ({ ...task, ...ofQuest, dropped: false })),
    ...(quest?.dropped ?? []).map((task) => ({ ...task, ...ofQuest, dropped: true })),
    ...row.own_tasks.map((task) => ({ ...task, own: true, dropped: false })),
  ].map(({ id, pillar, xp, required, own, xpConfirmed, dropped }) => ({
    id,
    pillar,
    xp,
    required,
    own,
    xpConfirmed,
    dropped,
    handedIn: handedIn.has(id),
    earned: row.earned[id] ?? 0,
  }))
  return {
    questId: row.quest_id,
    tasks,
    completed: row.enrollment?.state === 'completed',
    bonus: row.bonus,
    enrollment: row.enrollment,
    latest: row.latest,
    added: row.added.flatMap(({ blocks }) => blocks),
    draft: row.draft,
    practice: row.practice,
  }
}

const lockedRows = preparedQuery((db: Db, param: Param<OfTask>) =>
  db
    .with('enrollment', (query) =>
      query
        .selectFrom('enrollments')
        .select('quest_id')
        .where('learner_id', '=', param('learnerId'))
        .where('quest_id', '=', (task) =>
          task.selectFrom('tasks').select('quest_id').where('id', '=', param('taskId')),
        )
        .forUpdate(),
    )
    .with('attempt', (query) =>
      query
        .selectFrom('attempts')
        .select('id')
        .where('learner_id', '=', param('learnerId'))
        .where('task_id', '=', param('taskId'))
        .forUpdate(),
    )
    .with('draft', (query) =>
      query
        .selectFrom('drafts')
        .select('task_id')
        .where('learner_id', '=', param('learnerId'))
        .where('task_id', '=', param('taskId'))
        .forUpdate(),
    )
    // PostgreSQL skips a CTE that is not referenced.
    .selectNoFrom(({ fn, selectFrom }) => [
      selectFrom('enrollment').select(fn.countAll().as('count')).as('enrollments'),
      selectFrom('attempt').select(fn.countAll().as('count')).as('attempts'),
      selectFrom('draft').select(fn.countAll().as('count')).as('drafts'),
    ]),
)

/**
 * Loads everything that a submission depends on and locks it until the transaction ends. Locks rows before the learner's
 * revision, like every change of a row that also changes the revision: no deadlock.
 */
export const findWorkForUpdate = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<SubmissionFacts | undefined> => {
  const of = { learnerId, taskId }
  await lockedRows(db, of)
  await lockLearner(db, learnerId)
  return findWork(db, of)
}

/** Stores an attempt and deletes its draft. */
export const storeAttempt = (
  db: Db,
  of: OfTask & { questId: string },
  { id, number, blocks, reflection, submitted_at }: Attempt,
) => {
  const withoutDraft = db.with('draft', (query) =>
    query
      .deleteFrom('drafts')
      .where('learner_id', '=', of.learnerId)
      .where('task_id', '=', of.taskId),
  )
  return insertAttempt(withoutDraft, {
    id,
    learner_id: of.learnerId,
    quest_id: of.questId,
    task_id: of.taskId,
    number,
    blocks: JSON.stringify(blocks),
    reflection,
    submitter_id: of.learnerId,
    submitted_at,
  })
}

/** @param change.earned change of the quest's XP, positive or negative */
export const updateEnrollment = (
  db: Db,
  learnerId: string,
  questId: string,
  {
    earned,
    now,
    ...change
  }: Pick<Enrollment, 'state' | 'completed_at' | 'bonus_xp'> & {
    tasks_done: number
    earned: number
    now: Date
  },
) =>
  db
    .updateTable('enrollments')
    .set((set) => ({
      ...change,
      xp_earned: set('xp_earned', '+', earned),
      last_worked_at: now.toISOString(),
    }))
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .execute()
