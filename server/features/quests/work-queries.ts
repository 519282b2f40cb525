import { sql } from 'kysely'

import type { Attempt } from '#contract/evidence'
import type { Quest } from '#contract/quests'
import { catalogVersion, findCatalog } from '#features/catalog'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import type { QuestWork, TaskWork } from '#rules/hand-in'

import { ATTEMPT_COLUMNS } from './queries.ts'

type Enrollment = NonNullable<Quest['enrollment']>

/** All that decides about one hand-in. */
export type HandInFacts = QuestWork & {
  questId: string
  enrollment: Enrollment | null
  /** The newest attempt of the task in question. */
  latest: Attempt | null
}

type HandInFactsRow = {
  quest_id: string
  catalog_version: string
  enrollment: Enrollment | null
  latest: Attempt | null
  handed_in: string[]
  earned: Record<string, number>
  bonus: QuestWork['bonus']
  own_tasks: Pick<TaskWork, 'id' | 'pillar' | 'xp' | 'required' | 'xpConfirmed'>[]
}

/**
 * What decides about a hand-in, in one statement. Undefined when there is no such task for this learner. Raw: every hand-in
 * waits for it, and aggregates by key are plainer in SQL.
 */
const findWork = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<HandInFacts | undefined> => {
  const { rows } = await sql<HandInFactsRow>`
    select t.quest_id, ${catalogVersion} as catalog_version,
      (select json_build_object('state', state, 'started_at', iso(started_at), 'completed_at', iso(completed_at),
                                'bonus_xp', bonus_xp)
       from enrollments where learner_id = ${learnerId} and quest_id = t.quest_id) as enrollment,
      (select json_build_object(
         'id', id, 'number', number, 'state', state, 'blocks', blocks, 'reflection', reflection, 'comment', comment,
         'submitted_at', iso(submitted_at), 'decided_at', iso(decided_at), 'submitter', submitter)
       from attempts where learner_id = ${learnerId} and task_id = t.id order by number desc limit 1) as latest,
      array(
        select task_id from (
          select distinct on (task_id) task_id, state from attempts
          where learner_id = ${learnerId} and quest_id = t.quest_id
          order by task_id, number desc) newest
        where state <> 'withdrawn') as handed_in,
      (select coalesce(json_object_agg(task_id, xp), '{}') from (
         select task_id, sum(amount) as xp from xp_entries
         where learner_id = ${learnerId} and quest_id = t.quest_id and task_id is not null
         group by task_id) x) as earned,
      (select coalesce(json_object_agg(pillar, xp), '{}') from (
         select pillar, sum(amount) as xp from xp_entries
         where learner_id = ${learnerId} and quest_id = t.quest_id and task_id is null
         group by pillar) x) as bonus,
      (select coalesce(json_agg(json_build_object(
                'id', id, 'pillar', pillar, 'xp', xp, 'required', required,
                'xpConfirmed', xp_confirmed_at is not null)), '[]')
       from tasks where quest_id = t.quest_id and owner_id = ${learnerId}) as own_tasks
    from tasks t
    join quests q on q.id = t.quest_id and q.status <> 'draft'
    where t.id = ${taskId} and (t.owner_id is null or t.owner_id = ${learnerId})
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const catalog = await findCatalog(db, row.catalog_version)
  const library = catalog.quest(row.quest_id)?.tasks ?? []
  const handedIn = new Set(row.handed_in)
  const tasks = [
    ...library.map((task) => ({ ...task, own: false, xpConfirmed: true })),
    ...row.own_tasks.map((task) => ({ ...task, own: true })),
  ].map(({ id, pillar, xp, required, own, xpConfirmed }) => ({
    id,
    pillar,
    xp,
    required,
    own,
    xpConfirmed,
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
  }
}

/**
 * What decides about a hand-in, and stays as it is until the transaction ends. Rows are locked before the learner's revision,
 * as by everyone who changes a row and thereby the revision: no deadlock.
 */
export const findWorkForUpdate = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<HandInFacts | undefined> => {
  await sql`
    with quest as (
      select 1 from enrollments
      where learner_id = ${learnerId} and quest_id = (select quest_id from tasks where id = ${taskId}) for update
    ), tries as (
      select 1 from attempts where learner_id = ${learnerId} and task_id = ${taskId} for update
    ), draft as (
      select 1 from drafts where learner_id = ${learnerId} and task_id = ${taskId} for update
    )
    select (select count(*) from quest), (select count(*) from tries), (select count(*) from draft)
  `.execute(db)
  await lockLearner(db, learnerId)
  return findWork(db, learnerId, taskId)
}

export const insertAttempt = (
  db: Db,
  of: { learnerId: string; questId: string; taskId: string },
  { id, number, blocks, reflection, submitted_at }: Attempt,
) =>
  db
    .insertInto('attempts')
    .values({
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
    .execute()

export const withdrawAttempt = (db: Db, id: string, now: Date) =>
  db
    .updateTable('attempts')
    .set({ state: 'withdrawn', withdrawn_at: now.toISOString() })
    .where('id', '=', id)
    .execute()

export const deleteDraft = (db: Db, learnerId: string, taskId: string) =>
  db
    .deleteFrom('drafts')
    .where('learner_id', '=', learnerId)
    .where('task_id', '=', taskId)
    .execute()

/** @param change.earned XP that come to those which the quest has brought, or go from them */
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

export const findAttemptForUpdate = (db: Db, id: string) =>
  db
    .selectFrom('attempts')
    .select(['id', 'state'])
    .$narrowType<Pick<Attempt, 'state'>>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const storeDecision = (
  db: Db,
  id: string,
  decided: {
    state: 'accepted' | 'returned'
    comment: string | null
    deciderId: string
    now: Date
  },
): Promise<Attempt> =>
  db
    .updateTable('attempts')
    .set({
      state: decided.state,
      comment: decided.comment,
      decided_at: decided.now.toISOString(),
      decided_by: decided.deciderId,
    })
    .where('id', '=', id)
    .returning(ATTEMPT_COLUMNS)
    .$narrowType<Attempt>()
    .executeTakeFirstOrThrow()
