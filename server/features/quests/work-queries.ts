import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { StoredBlock } from '#contract/evidence'
import type { Attempt } from '#contract/evidence'
import type { Enrollment } from '#contract/quests'
import type { Db } from '#platform/database'
import type { QuestWork } from '#rules/hand-in'

export type Work = QuestWork & {
  questId: string
  enrollment: 'active' | 'left' | 'completed' | null
  /** The newest attempt of the task in question. */
  latest: { id: string; number: number; state: Attempt['state'] } | null
}

/**
 * All that decides about one hand-in, in one statement; locks the learner's enrollment until the transaction ends.
 * Undefined when there is no such task for this learner.
 */
export const findWorkForUpdate = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<Work | undefined> => {
  // The lock comes in a statement of its own: one that waited for it must see what the other transaction did.
  const { rows: locked } = await sql<{ quest_id: string; state: Work['enrollment'] }>`
    select t.quest_id, e.state
    from tasks t
    join quests q on q.id = t.quest_id and (q.status <> 'draft')
    left join lateral (
      select state from enrollments where learner_id = ${learnerId} and quest_id = t.quest_id for update
    ) e on true
    where t.id = ${taskId} and (t.owner_id is null or t.owner_id = ${learnerId})
  `.execute(db)
  const [found] = locked
  if (!found) return undefined
  const { rows } = await sql<Omit<Work, 'questId' | 'enrollment'>>`
    with ledger as (
      select task_id, pillar, sum(amount)::int as net
      from xp_entries where learner_id = ${learnerId} and quest_id = ${found.quest_id}
      group by task_id, pillar
    ), newest as (
      select distinct on (task_id) task_id, id, number, state
      from attempts where learner_id = ${learnerId} and quest_id = ${found.quest_id}
      order by task_id, number desc
    )
    select
      (select json_agg(json_build_object(
          'id', t.id, 'pillar', t.pillar, 'xp', t.xp, 'required', t.required,
          'own', t.owner_id is not null, 'xpConfirmed', t.owner_id is null or t.xp_confirmed_at is not null,
          'handedIn', coalesce(n.state <> 'withdrawn', false),
          'earned', coalesce((select sum(net) from ledger l where l.task_id = t.id), 0)))
        from tasks t left join newest n on n.task_id = t.id
        where t.quest_id = ${found.quest_id} and (t.owner_id is null or t.owner_id = ${learnerId})) as tasks,
      (select coalesce(json_object_agg(pillar, net), '{}') from ledger where task_id is null) as bonus,
      (select json_build_object('id', id, 'number', number, 'state', state)
        from newest where task_id = ${taskId}) as latest
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...row,
    questId: found.quest_id,
    enrollment: found.state,
    completed: found.state === 'completed',
  }
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

/** Stores an attempt and drops the draft that it came from. */
export const insertAttempt = async (
  db: Db,
  attempt: {
    learnerId: string
    questId: string
    taskId: string
    number: number
    blocks: StoredBlock[]
    reflection: string | null
    submittedAt: string
  },
): Promise<Attempt> =>
  db
    .with('draft', (db) =>
      db
        .deleteFrom('drafts')
        .where('learner_id', '=', attempt.learnerId)
        .where('task_id', '=', attempt.taskId),
    )
    .insertInto('attempts')
    .values({
      learner_id: attempt.learnerId,
      quest_id: attempt.questId,
      task_id: attempt.taskId,
      number: attempt.number,
      blocks: JSON.stringify(attempt.blocks),
      reflection: attempt.reflection,
      submitter_id: attempt.learnerId,
      submitted_at: attempt.submittedAt,
    })
    .returning(ATTEMPT_COLUMNS)
    .$narrowType<Attempt>()
    .executeTakeFirstOrThrow()

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

export const withdrawAttempt = async (db: Db, id: string, now: Date): Promise<Attempt> =>
  db
    .updateTable('attempts')
    .set({ state: 'withdrawn', withdrawn_at: now.toISOString() })
    .where('id', '=', id)
    .returning(ATTEMPT_COLUMNS)
    .$narrowType<Attempt>()
    .executeTakeFirstOrThrow()

export const storeEnrollmentEffect = (
  db: Db,
  learnerId: string,
  questId: string,
  effect: {
    completed: boolean
    tasksDone: number
    xpChange: number
    bonusChange: number
    now: Date
  },
): Promise<z.output<typeof Enrollment>> =>
  db
    .updateTable('enrollments')
    .set((set) => ({
      state: sql`case when ${effect.completed} then 'completed' when state = 'completed' then 'active' else state end`,
      completed_at: sql`case when ${effect.completed} then coalesce(completed_at, ${effect.now.toISOString()}::timestamptz) end`,
      last_worked_at: effect.now.toISOString(),
      tasks_done: effect.tasksDone,
      xp_earned: set('xp_earned', '+', effect.xpChange + effect.bonusChange),
      bonus_xp: set('bonus_xp', '+', effect.bonusChange),
    }))
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .returning(['state', 'started_at', 'completed_at', 'bonus_xp'])
    .$narrowType<Pick<z.output<typeof Enrollment>, 'state'>>()
    .executeTakeFirstOrThrow()
