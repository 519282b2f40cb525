import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { Quest, QuestCard, QuestQuery, Task } from '#contract/quests'
import type { Db } from '#platform/database'

type Query = z.output<typeof QuestQuery>

const ORDERS = {
  recommended: sql`q.position, q.title`,
  newest: sql`q.created_at desc, q.title`,
  shortest: sql`q.estimated_hours, q.title`,
  most_xp: sql`q.total_xp desc, q.title`,
  title: sql`q.title`,
} satisfies Record<Query['sort'], unknown>

/** Words as a prefix query: "map str" finds "Map the streets". Null when nothing searchable was typed. */
const prefixQuery = (search: string | undefined): string | null => {
  const words = search?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null
}

/** One page of the published quests that match, and how many match in all. */
export const listQuests = async (
  db: Db,
  learnerId: string,
  query: Query,
  offset: number,
): Promise<{ items: QuestCard[]; total: number }> => {
  const words = prefixQuery(query.search)
  const conditions = [
    sql`q.status = 'published'`,
    ...(words === null ? [] : [sql`q.search @@ to_tsquery('english', ${words})`]),
    ...(query.pillar ? [sql`${query.pillar} = any(q.pillars)`] : []),
    ...(query.subject ? [sql`${query.subject} = any(q.subjects)`] : []),
    ...(query.max_hours === undefined ? [] : [sql`q.estimated_hours <= ${query.max_hours}`]),
    ...(query.age === undefined ? [] : [sql`${query.age} between q.age_min and q.age_max`]),
    ...(query.status ? [sql`coalesce(e.state, 'new') = ${query.status}`] : []),
  ]
  const { rows } = await sql<QuestCard & { total: number }>`
    select q.id, q.slug, q.title, q.summary, q.pillars, q.subjects, q.total_xp, q.estimated_hours, q.age_min, q.age_max,
           q.tasks_total, '/api/files/' || q.cover_file_id as cover_url,
           coalesce(e.state, 'new') as state, coalesce(e.tasks_done, 0) as tasks_done,
           count(*) over () as total
    from quests q
    left join enrollments e on e.quest_id = q.id and e.learner_id = ${learnerId}
    where ${sql.join(conditions, sql` and `)}
    order by ${ORDERS[query.sort]}
    limit ${query.limit} offset ${offset}
  `.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

// Own tasks belong to their learner alone; `e` marks what the learner may see of a quest that is not published.
const taskJson = (learnerId: string) => sql`
  json_build_object(
    'id', t.id, 'title', t.title, 'instructions', t.instructions, 'pillar', t.pillar, 'xp', t.xp,
    'required', t.required, 'own', t.owner_id is not null,
    'xp_confirmed', t.owner_id is null or t.xp_confirmed_at is not null,
    'evidence', t.evidence, 'subjects', t.subjects,
    'xp_earned', coalesce((
      select sum(x.amount) from xp_entries x
      where x.learner_id = ${learnerId} and x.quest_id = t.quest_id and x.task_id = t.id), 0),
    'draft', (
      select json_build_object('blocks', d.blocks, 'reflection', d.reflection, 'updated_at', iso(d.updated_at))
      from drafts d where d.learner_id = ${learnerId} and d.task_id = t.id),
    'attempts', coalesce((
      select json_agg(json_build_object(
        'id', a.id, 'number', a.number, 'state', a.state, 'blocks', a.blocks, 'reflection', a.reflection,
        'comment', a.comment, 'submitted_at', iso(a.submitted_at), 'decided_at', iso(a.decided_at),
        'submitter', a.submitter) order by a.number)
      from attempts a where a.learner_id = ${learnerId} and a.task_id = t.id), '[]'::json))`

type TaskRow = Omit<Task, 'done'>

/** Handed in, and not taken back since. */
const withDone = (task: TaskRow): Task => ({
  ...task,
  done: (task.attempts.at(-1)?.state ?? 'withdrawn') !== 'withdrawn',
})

/** A quest with one learner's work on it; undefined when there is none, or when it is neither published nor theirs. */
export const findQuest = async (
  db: Db,
  learnerId: string,
  questId: string,
): Promise<Omit<Quest, 'bonus_xp' | 'xp_by_pillar'> | undefined> => {
  const { rows } = await sql<Omit<Quest, 'tasks'> & { tasks: TaskRow[] }>`
    select q.id, q.slug, q.title, q.summary, q.description, q.big_idea, q.pillars, q.subjects, q.total_xp,
           q.estimated_hours, q.age_min, q.age_max, q.status, q.version, '/api/files/' || q.cover_file_id as cover_url,
           (select u.first_name || ' ' || u.last_name from users u where u.id = q.author_id) as author,
           coalesce((
             select json_agg(json_build_object('id', p.id, 'title', p.title, 'completed', exists (
               select from enrollments d
               where d.learner_id = ${learnerId} and d.quest_id = p.id and d.state = 'completed')))
             from quest_prerequisites r join quests p on p.id = r.prerequisite_id
             where r.quest_id = q.id), '[]'::json) as prerequisites,
           case when e.quest_id is not null then json_build_object(
             'state', e.state, 'started_at', iso(e.started_at), 'completed_at', iso(e.completed_at),
             'bonus_xp', e.bonus_xp) end as enrollment,
           coalesce((
             select json_agg(${taskJson(learnerId)} order by t.owner_id is not null, t.position, t.created_at)
             from tasks t
             where t.quest_id = q.id and (t.owner_id is null or t.owner_id = ${learnerId})), '[]'::json) as tasks
    from quests q
    left join enrollments e on e.quest_id = q.id and e.learner_id = ${learnerId}
    where q.id = ${questId} and (q.status = 'published' or (q.status = 'archived' and e.quest_id is not null))
  `.execute(db)
  const [quest] = rows
  return quest && { ...quest, tasks: quest.tasks.map(withDone) }
}

export const findTask = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<Task | undefined> => {
  const { rows } = await sql<{ task: TaskRow }>`
    select ${taskJson(learnerId)} as task
    from tasks t where t.id = ${taskId} and (t.owner_id is null or t.owner_id = ${learnerId})
  `.execute(db)
  const [row] = rows
  return row && withDone(row.task)
}

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

/** Answers whether there was an active enrollment to leave. */
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
