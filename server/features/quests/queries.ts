import { sql } from 'kysely'

import type { Attempt } from '#contract/evidence'
import type { Quest, QuestCard, Task } from '#contract/quests'
import { catalogVersion } from '#features/catalog'
import type { Db } from '#platform/database'
import type { Pillar } from '#rules/pillars'

type Search = string | undefined

const wordsIn = (text: Search): string[] => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Words as a prefix query: "map str" finds "Map the streets". Null when nothing searchable was typed. */
const prefixQuery = (search: Search): string | null =>
  wordsIn(search)
    .map((word) => `${word}:*`)
    .join(' & ') || null

export type LearnerQuests = {
  catalog_version: string
  /** By quest; quests that the learner never took up are not in it. */
  enrollments: Record<string, { state: QuestCard['state']; tasks_done: number }>
  /** The quests that hold the words, or null when none were asked for. */
  found: string[] | null
  date_of_birth: string | null
  /** Pillars in which the learner has earned something. */
  touched: Pillar[]
  /** How much a quest is about any of the learner's interests, by quest. */
  interest: Record<string, number>
}

/** All that a list of quests needs to know besides the catalog. */
export const findLearnerQuests = async (
  db: Db,
  learnerId: string,
  search: Search,
): Promise<LearnerQuests> => {
  const words = prefixQuery(search)
  const found =
    words === null
      ? sql`null`
      : sql`array(select id from quests where search @@ to_tsquery('english', ${words}))`
  const { rows } = await sql<LearnerQuests>`
    select ${catalogVersion} as catalog_version, ${found} as found,
           coalesce((
             select json_object_agg(quest_id, json_build_object('state', state, 'tasks_done', tasks_done))
             from enrollments where learner_id = ${learnerId}), '{}') as enrollments,
           me.date_of_birth,
           array(select pillar from xp_totals where learner_id = me.id and xp > 0) as touched,
           coalesce((
             select json_object_agg(id, ts_rank(search, wish.words)) from quests where search @@ wish.words), '{}') as interest
    from users me,
         -- Any of the words will do.
         lateral (select replace(plainto_tsquery('english', me.interests)::text, '&', '|')::tsquery as words) wish
    where me.id = ${learnerId}
  `.execute(db)
  return rows[0]!
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
  enrollment: Quest['enrollment']
  attempts: (Attempt & { task_id: string })[]
  drafts: (NonNullable<Task['draft']> & { task_id: string })[]
  /** XP by task, net. */
  earned: Record<string, number>
  own_tasks: OwnTaskRow[]
  /** Those of the quest's prerequisites that the learner has completed. */
  completed: string[]
}

/** bytes; work above this that was withdrawn, and followed by another try, is fetched by itself */
const LONG_WORK = 10_000

/** All that a learner has done on one quest, in one round trip. Raw: windows and aggregates by key are plainer in SQL. */
export const findQuestWork = async (
  db: Db,
  learnerId: string,
  questId: string,
): Promise<QuestWorkRow> => {
  const { rows } = await sql<QuestWorkRow>`
    select ${catalogVersion} as catalog_version,
      (select json_build_object('state', state, 'started_at', iso(started_at), 'completed_at', iso(completed_at),
                                'bonus_xp', bonus_xp)
       from enrollments where learner_id = ${learnerId} and quest_id = ${questId}) as enrollment,
      coalesce((
        select json_agg(json_build_object(
          'task_id', task_id, 'id', id, 'number', number, 'state', state,
          'blocks', case when left_out then '[]' else blocks end,
          'reflection', case when not left_out then reflection end, 'left_out', left_out,
          'comment', comment, 'submitted_at', iso(submitted_at), 'decided_at', iso(decided_at),
          'submitter', submitter) order by number)
        from (
          select *, state = 'withdrawn' and octet_length(blocks::text) > ${LONG_WORK}
                    and number < max(number) over (partition by task_id) as left_out
          from attempts where learner_id = ${learnerId} and quest_id = ${questId}) a), '[]') as attempts,
      coalesce((
        select json_agg(json_build_object('task_id', d.task_id, 'blocks', d.blocks, 'reflection', d.reflection,
                                          'updated_at', iso(d.updated_at)))
        from drafts d join tasks t on t.id = d.task_id
        where d.learner_id = ${learnerId} and t.quest_id = ${questId}), '[]') as drafts,
      coalesce((
        select json_object_agg(task_id, xp) from (
          select task_id, sum(amount) as xp from xp_entries
          where learner_id = ${learnerId} and quest_id = ${questId} and task_id is not null
          group by task_id) x), '{}') as earned,
      coalesce((
        select json_agg(json_build_object(
          'id', id, 'title', title, 'instructions', instructions, 'pillar', pillar, 'xp', xp, 'required', required,
          'evidence', evidence, 'subjects', subjects, 'xp_confirmed', xp_confirmed_at is not null)
          order by position, created_at)
        from tasks where quest_id = ${questId} and owner_id = ${learnerId}), '[]') as own_tasks,
      array(
        select r.prerequisite_id from quest_prerequisites r
        join enrollments e on e.learner_id = ${learnerId} and e.quest_id = r.prerequisite_id and e.state = 'completed'
        where r.quest_id = ${questId}) as completed
  `.execute(db)
  return rows[0]!
}

export const ATTEMPT_COLUMNS = [
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

/** One attempt with all that it holds. */
export const findOwnAttempt = (db: Db, learnerId: string, id: string) =>
  db
    .selectFrom('attempts')
    .select(ATTEMPT_COLUMNS)
    .$narrowType<Attempt>()
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()

/** Takes up a quest or resumes it; what was done before stays. */
export const upsertEnrollment = (db: Db, learnerId: string, questId: string, now: Date) =>
  db
    .insertInto('enrollments')
    .values({
      learner_id: learnerId,
      quest_id: questId,
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

/** Returns whether there was an active enrollment to leave. */
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

/** How the learner stands to the quest of a task; undefined when there is no such task for them. */
export const findTaskStanding = (db: Db, learnerId: string, taskId: string) =>
  db
    .selectFrom('tasks')
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
    .executeTakeFirst()

export const upsertDraft = (
  db: Db,
  draft: { learnerId: string; taskId: string; blocks: unknown[]; reflection: string },
) =>
  db
    .insertInto('drafts')
    .values({
      learner_id: draft.learnerId,
      task_id: draft.taskId,
      blocks: JSON.stringify(draft.blocks),
      reflection: draft.reflection,
    })
    .onConflict((conflict) =>
      conflict.columns(['learner_id', 'task_id']).doUpdateSet((set) => ({
        blocks: set.ref('excluded.blocks'),
        reflection: set.ref('excluded.reflection'),
        updated_at: sql`now()`,
      })),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow()

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
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
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
