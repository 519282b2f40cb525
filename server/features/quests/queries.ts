import {
  type Expression,
  expressionBuilder,
  type ExpressionBuilder,
  type NotNull,
  sql,
} from 'kysely'
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'

import type { AddedEvidence, Attempt } from '#contract/evidence'
import type { Quest, QuestCard, Task } from '#contract/quests'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import {
  arrayFrom,
  preparedQuery,
  type DB,
  type Db,
  type Param,
  jsonRecordFrom,
} from '#platform/database'
import type { Pillar } from '#rules/pillars'

type Search = string | undefined
type Id = string | Expression<string>

const wordsIn = (text: Search): string[] => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Builds a prefix query from words: "map str" finds "Map the streets". Weight A looks in titles alone. */
const prefixQuery = (words: readonly string[], weight: '' | 'A' = ''): string =>
  words.map((word) => `${word}:*${weight}`).join(' & ')

/** Excludes quests written for another learner. */
export const isOpenTo =
  (learnerId: Id) =>
  ({ eb, or }: ExpressionBuilder<DB, 'quests'>) =>
    or([eb('quests.learner_id', 'is', null), eb('quests.learner_id', '=', learnerId)])

export type LearnerQuests = {
  catalog_version: string
  /** Quests written for this learner only. */
  alone: StoredQuest[]
  /** By quest; without quests that the learner never started. */
  enrollments: Record<string, { state: QuestCard['state']; tasks_done: number }>
  /** Quests that match the search, true if their titles do; null without a search. */
  found: Record<string, boolean> | null
  date_of_birth: string | null
  /** Pillars in which the learner has earned XP. */
  touched: Pillar[]
  /** Relevance to any of the learner's interests, by quest. */
  interest: Record<string, number>
}

type Looking = { learnerId: string; words: string; titleWords: string }

const englishQuery = (words: Expression<string>) => sql<string>`to_tsquery('english', ${words})`

/** @param finds true to search by words */
const learnerQuests = (finds: boolean) =>
  preparedQuery((db: Db, param: Param<Looking>) => {
    const learnerId = param('learnerId')
    return (
      db
        .selectFrom('accounts')
        // Matches any of the words.
        .innerJoinLateral(
          (lateral) =>
            lateral
              .selectFrom('accounts as learner')
              .select(({ ref }) =>
                sql<string>`
            replace(plainto_tsquery('english', ${ref('learner.interests')})::text, '&', '|')::tsquery`.as(
                  'words',
                ),
              )
              .whereRef('learner.id', '=', 'accounts.id')
              .as('interest'),
          (join) => join.onTrue(),
        )
        .select((select) => [
          catalogVersion.as('catalog_version'),
          questsFor(select.ref('accounts.id')).as('alone'),
          finds
            ? jsonRecordFrom(
                select
                  .selectFrom('quests')
                  .select(({ eb }) => [
                    'quests.id as key',
                    eb('search', '@@', englishQuery(param('titleWords'))).as('value'),
                  ])
                  .where(isOpenTo(learnerId))
                  .where('search', '@@', englishQuery(param('words'))),
              ).as('found')
            : select.lit(null).as('found'),
          jsonRecordFrom(
            select
              .selectFrom('enrollments')
              .select(({ ref }) => [
                'quest_id as key',
                jsonBuildObject({
                  state: ref('enrollments.state'),
                  tasks_done: ref('tasks_done'),
                }).as('value'),
              ])
              .where('learner_id', '=', learnerId),
          ).as('enrollments'),
          'accounts.date_of_birth',
          arrayFrom(
            select
              .selectFrom('xp_totals')
              .select('pillar')
              .whereRef('learner_id', '=', 'accounts.id')
              .where('xp', '>', 0),
          ).as('touched'),
          jsonRecordFrom(
            select
              .selectFrom('quests')
              .select(({ fn }) => [
                'quests.id as key',
                fn<number>('ts_rank', ['search', 'interest.words']).as('value'),
              ])
              .whereRef('search', '@@', 'interest.words')
              .where('quests.learner_id', 'is', null),
          ).as('interest'),
        ])
        .where('accounts.id', '=', learnerId)
        .$castTo<LearnerQuests>()
    )
  })

const allQuests = learnerQuests(false)
const foundQuests = learnerQuests(true)

/** Loads the inputs of a quest list, besides the catalog. */
export const findLearnerQuests = async (
  db: Db,
  learnerId: string,
  search: Search,
): Promise<LearnerQuests> => {
  const words = wordsIn(search)
  const [quests] = await (words.length === 0 ? allQuests : foundQuests)(db, {
    learnerId,
    words: prefixQuery(words),
    titleWords: prefixQuery(words, 'A'),
  })
  return quests!
}

type OwnTaskRow = Pick<
  Task,
  'id' | 'title' | 'instructions' | 'pillar' | 'xp' | 'required' | 'evidence'
> & {
  subjects: Record<string, number>
  xp_confirmed: boolean
}

export type QuestWorkRow = {
  catalog_version: string
  /** Quests written for this learner only. */
  alone: StoredQuest[]
  enrollment: Quest['enrollment']
  attempts: (Attempt & { task_id: string })[]
  drafts: (NonNullable<Task['draft']> & { task_id: string })[]
  /** Oldest first. */
  added: AddedEvidence[]
  /** Net XP by task. */
  earned: Record<string, number>
  own_tasks: OwnTaskRow[]
  /** Completed prerequisites of the quest. */
  completed: string[]
}

/** In bytes; longer work that was withdrawn and followed by another attempt is fetched separately. */
const LONG_WORK = 10_000
/** In bytes; what a quest's page shows of attempts, of drafts, and of pieces from others. Older attempts are fetched separately. */
export const MAX_SHOWN = 2_000_000

const eb = expressionBuilder<DB>()

export const enrollmentOf = (learnerId: Id, questId: Id) =>
  jsonObjectFrom(
    eb
      .selectFrom('enrollments')
      .select(({ fn }) => [
        'state',
        fn<string>('iso', ['started_at']).as('started_at'),
        fn<string | null>('iso', ['completed_at']).as('completed_at'),
        'bonus_xp',
        'version',
      ])
      .where('learner_id', '=', learnerId)
      .where('quest_id', '=', questId),
  )

/** Net XP by task. */
export const earnedByTask = (learnerId: Id, questId: Id) =>
  jsonRecordFrom(
    eb
      .selectFrom('xp_entries')
      .select(({ fn }) => ['task_id as key', fn.sum<number>('amount').as('value')])
      .where('learner_id', '=', learnerId)
      .where('quest_id', '=', questId)
      .where('task_id', 'is not', null)
      .groupBy('task_id')
      .$narrowType<{ key: NotNull }>(),
  )

/** Pieces that others have added to learners' tasks, oldest first. */
export const addedEvidence = eb
  .selectFrom('added_evidence')
  .innerJoin('tasks', 'tasks.id', 'added_evidence.task_id')
  .leftJoin('accounts as giver', 'giver.id', 'added_evidence.added_by')
  .select(({ fn }) => [
    'added_evidence.id',
    'added_evidence.task_id',
    'added_evidence.submitter',
    'giver.first_name as name',
    'added_evidence.blocks',
    fn<string>('iso', ['added_evidence.added_at']).as('added_at'),
  ])
  .where('added_evidence.blocks', 'is not', null)
  .orderBy('added_evidence.added_at')
  .orderBy('added_evidence.id')

const questWork = preparedQuery((db: Db, param: Param<{ learnerId: string; questId: string }>) => {
  const [learnerId, questId] = [param('learnerId'), param('questId')]
  return db
    .selectNoFrom((select) => [
      catalogVersion.as('catalog_version'),
      questsFor(learnerId).as('alone'),
      enrollmentOf(learnerId, questId).as('enrollment'),
      jsonArrayFrom(
        select
          .selectFrom(
            select
              .selectFrom('attempts')
              .selectAll()
              .select(({ and, eb, fn, or }) =>
                or([
                  and([
                    eb('state', '=', 'withdrawn'),
                    eb(sql<number>`octet_length(${eb.ref('blocks')}::text)`, '>', LONG_WORK),
                    eb(
                      'number',
                      '<',
                      fn.max('number').over((over) => over.partitionBy('task_id')),
                    ),
                  ]),
                  eb(
                    sql<number>`sum(octet_length(blocks::text) + octet_length(coalesce(reflection, '')))
                      over (order by submitted_at desc, id)`,
                    '>',
                    MAX_SHOWN,
                  ),
                ]).as('left_out'),
              )
              .where('learner_id', '=', learnerId)
              .where('quest_id', '=', questId)
              .as('attempt'),
          )
          .select(({ eb, fn, ref }) => [
            'task_id',
            'id',
            'number',
            'state',
            eb
              .case()
              .when('left_out', '=', true)
              .then(sql`'[]'`)
              .else(ref('blocks'))
              .end()
              .as('blocks'),
            eb.case().when('left_out', '=', false).then(ref('reflection')).end().as('reflection'),
            'left_out',
            'comment',
            fn<string>('iso', ['submitted_at']).as('submitted_at'),
            fn<string | null>('iso', ['decided_at']).as('decided_at'),
            'submitter',
          ])
          .orderBy('number'),
      ).as('attempts'),
      jsonArrayFrom(
        select
          .selectFrom('drafts')
          .innerJoin('tasks', 'tasks.id', 'drafts.task_id')
          .select(({ fn }) => [
            'drafts.task_id',
            'drafts.blocks',
            'drafts.reflection',
            fn<string>('iso', ['drafts.updated_at']).as('updated_at'),
          ])
          .where('drafts.learner_id', '=', learnerId)
          .where('tasks.quest_id', '=', questId),
      ).as('drafts'),
      jsonArrayFrom(
        addedEvidence
          .where('added_evidence.learner_id', '=', learnerId)
          .where('tasks.quest_id', '=', questId),
      ).as('added'),
      earnedByTask(learnerId, questId).as('earned'),
      jsonArrayFrom(
        select
          .selectFrom('tasks')
          .select(({ eb }) => [
            'id',
            'title',
            'instructions',
            'pillar',
            'xp',
            'required',
            'evidence',
            'subjects',
            eb('xp_confirmed_at', 'is not', null).as('xp_confirmed'),
          ])
          .where('quest_id', '=', questId)
          .where('owner_id', '=', learnerId)
          .orderBy('position')
          .orderBy('created_at'),
      ).as('own_tasks'),
      arrayFrom(
        select
          .selectFrom('quest_prerequisites')
          .innerJoin('enrollments', 'enrollments.quest_id', 'quest_prerequisites.prerequisite_id')
          .select('quest_prerequisites.prerequisite_id')
          .where('quest_prerequisites.quest_id', '=', questId)
          .where('enrollments.learner_id', '=', learnerId)
          .where('enrollments.state', '=', 'completed'),
      ).as('completed'),
    ])
    .$castTo<QuestWorkRow>()
})

/** Loads a learner's work on a quest in one round trip. */
export const findQuestWork = async (
  db: Db,
  learnerId: string,
  questId: string,
): Promise<QuestWorkRow> => {
  const [work] = await questWork(db, { learnerId, questId })
  return work!
}

const ATTEMPT_COLUMNS = [
  'id',
  'number',
  'state',
  'blocks',
  'reflection',
  'comment',
  'submitted_at',
  'decided_at',
  'submitter',
] as const

/** One attempt with its content. */
export const findOwnAttempt = (db: Db, learnerId: string, id: string) =>
  db
    .selectFrom('attempts')
    .select(ATTEMPT_COLUMNS)
    .$narrowType<Attempt>()
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()

/** Starts a version of a quest, or resumes the version started before; earlier work remains. */
export const upsertEnrollment = (
  db: Db,
  learnerId: string,
  { id, version }: { id: string; version: number },
  now: Date,
) =>
  db
    .insertInto('enrollments')
    .values({
      learner_id: learnerId,
      quest_id: id,
      version,
      started_at: now.toISOString(),
      last_worked_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['learner_id', 'quest_id'])
        .doUpdateSet({ state: 'active', last_worked_at: now.toISOString() })
        .where('enrollments.state', '=', 'left'),
    )
    .execute()

export const setVersion = (db: Db, learnerId: string, questId: string, version: number) =>
  db
    .updateTable('enrollments')
    .set({ version })
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .execute()

/** Returns false if there was no active enrollment. */
export const leaveEnrollment = async (
  db: Db,
  learnerId: string,
  questId: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('enrollments')
    .set({ state: 'left' })
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .where('state', 'in', ['active', 'left'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** State of the learner's enrollment for a task's quest; undefined if the task does not exist for them. */
export const findTaskState = (db: Db, learnerId: string, taskId: string) =>
  db
    .selectFrom('tasks')
    .innerJoin('quests', 'quests.id', 'tasks.quest_id')
    .leftJoin('enrollments', (join) =>
      join
        .onRef('enrollments.quest_id', '=', 'tasks.quest_id')
        .on('enrollments.learner_id', '=', learnerId),
    )
    .select(['tasks.quest_id', 'enrollments.state'])
    .where('tasks.id', '=', taskId)
    .where((where) =>
      where.or([where('tasks.owner_id', 'is', null), where('tasks.owner_id', '=', learnerId)]),
    )
    .where(isOpenTo(learnerId))
    .executeTakeFirst()

/** In bytes; the drafts of a quest's other tasks. */
export const sizeOfDrafts = async (
  db: Db,
  { learnerId, questId, butTaskId }: { learnerId: string; questId: string; butTaskId: string },
): Promise<number> => {
  const { size } = await db
    .selectFrom('drafts')
    .innerJoin('tasks', 'tasks.id', 'drafts.task_id')
    .select(
      sql<number>`coalesce(sum(octet_length(drafts.blocks::text) + octet_length(drafts.reflection)), 0)`.as(
        'size',
      ),
    )
    .where('drafts.learner_id', '=', learnerId)
    .where('tasks.quest_id', '=', questId)
    .where('drafts.task_id', '<>', butTaskId)
    .executeTakeFirstOrThrow()
  return Number(size)
}

/**
 * Returns undefined if the stored draft is not the one that this one continues. Locks the enrollment first, like a submission,
 * which deletes the draft: no deadlock.
 */
export const upsertDraft = (
  db: Db,
  draft: {
    learnerId: string
    questId: string
    taskId: string
    blocks: unknown[]
    reflection: string
    basedOn: string | null | undefined
  },
) =>
  db
    .insertInto('drafts')
    .columns(['learner_id', 'task_id', 'blocks', 'reflection'])
    .expression((query) =>
      query
        .selectFrom('enrollments')
        .select([
          'learner_id',
          sql<string>`${draft.taskId}::uuid`.as('task_id'),
          sql<string>`${JSON.stringify(draft.blocks)}::jsonb`.as('blocks'),
          sql<string>`${draft.reflection}::text`.as('reflection'),
        ])
        .where('learner_id', '=', draft.learnerId)
        .where('quest_id', '=', draft.questId)
        .forKeyShare(),
    )
    .onConflict((conflict) => {
      const replaced = conflict.columns(['learner_id', 'task_id']).doUpdateSet((set) => ({
        blocks: set.ref('excluded.blocks'),
        reflection: set.ref('excluded.reflection'),
        updated_at: set.fn<string>('now'),
      }))
      if (draft.basedOn === undefined) return replaced
      // Same precision as in the response that the caller has read.
      const asRead = sql<string>`date_trunc('milliseconds', drafts.updated_at)`
      return replaced.where(asRead, 'is not distinct from', draft.basedOn)
    })
    .returning('updated_at')
    .executeTakeFirst()

export const insertOwnTask = async (
  db: Db,
  learnerId: string,
  questId: string,
  task: Pick<Task, 'title' | 'instructions' | 'pillar' | 'xp'>,
): Promise<string> => {
  const { id } = await db
    .insertInto('tasks')
    .values((insert) => ({
      quest_id: questId,
      owner_id: learnerId,
      position: insert
        .selectFrom('tasks')
        .select(({ eb, fn, lit }) =>
          eb(fn.coalesce(fn.max('position'), lit(0)), '+', lit(1)).as('next'),
        )
        .where('quest_id', '=', questId),
      ...task,
      required: false,
      evidence: ['text', 'image', 'link', 'file'],
      subjects: JSON.stringify({}),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
