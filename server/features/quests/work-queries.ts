import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Attempt, StoredBlock } from '#contract/evidence'
import type { Quest } from '#contract/quests'
import { settledOf } from '#features/badges'
import type { Settled } from '#features/badges'
import { catalogVersion, findCatalog } from '#features/catalog'
import type { Catalog } from '#features/catalog'
import { addingXp } from '#features/progress'
import { lockRevision } from '#features/revisions'
import type { Db } from '#platform/database'
import { useKey } from '#platform/http'
import type { RequestKey } from '#platform/http'
import type { LedgerEntry, QuestWork, TaskWork } from '#rules/hand-in'

type Enrollment = NonNullable<Quest['enrollment']>

/** All that decides about one hand-in. */
export type Work = QuestWork & {
  questId: string
  /** Names the state that all of this was read in. */
  revision: string
  enrollment: Enrollment | null
  /** The newest attempt of the task in question. */
  latest: Attempt | null
  settled: Settled
  catalog: Catalog
}

type WorkRow = Settled & {
  quest_id: string
  revision: string
  catalog_version: string
  enrollment: Enrollment | null
  latest: Attempt | null
  handed_in: string[]
  earned: Record<string, number>
  bonus: QuestWork['bonus']
  own_tasks: Pick<TaskWork, 'id' | 'pillar' | 'xp' | 'required' | 'xpConfirmed'>[]
}

/** What decides about a hand-in, in one statement. Undefined when there is no such task for this learner. */
export const findWork = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<Work | undefined> => {
  const { rows } = await sql<WorkRow>`
    select t.quest_id, r.revision, ${catalogVersion} as catalog_version, ${settledOf(learnerId)},
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
    join learner_revisions r on r.learner_id = ${learnerId}
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
    revision: row.revision,
    tasks,
    completed: row.enrollment?.state === 'completed',
    bonus: row.bonus,
    enrollment: row.enrollment,
    latest: row.latest,
    settled: row,
    catalog,
  }
}

/**
 * What decides about a hand-in, and stays as it is until the transaction ends. Rows are locked before the learner's revision,
 * as by everyone who changes a row and thereby the revision: nobody waits in a circle.
 */
export const findWorkForUpdate = async (
  db: Db,
  learnerId: string,
  taskId: string,
): Promise<Work | undefined> => {
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
  await lockRevision(db, learnerId)
  return findWork(db, learnerId, taskId)
}

/** Part of a statement: stores an attempt and drops the draft that it came from. */
export const insertingAttempt = (
  attempt: {
    learnerId: string
    questId: string
    taskId: string
  } & Pick<Attempt, 'id' | 'number' | 'reflection' | 'submitted_at'> & { blocks: StoredBlock[] },
) => sql`
  draft as (
    delete from drafts
    where learner_id = ${attempt.learnerId} and task_id = ${attempt.taskId} and exists (select from begun)
    returning 1
  ), attempt as (
    insert into attempts (id, learner_id, quest_id, task_id, number, blocks, reflection, submitter_id, submitted_at)
    select ${attempt.id}::uuid, ${attempt.learnerId}::uuid, ${attempt.questId}::uuid, ${attempt.taskId}::uuid,
           ${attempt.number}::int, ${JSON.stringify(attempt.blocks)}::jsonb, ${attempt.reflection},
           ${attempt.learnerId}::uuid, ${attempt.submitted_at}::timestamptz
    from begun, (select count(*) from draft) dropped
    returning 1
  )`

/** Part of a statement: takes an attempt back. */
export const withdrawingAttempt = (id: string, now: Date) => sql`
  attempt as (
    update attempts set state = 'withdrawn', withdrawn_at = ${now.toISOString()}::timestamptz
    where id = ${id} and exists (select from begun)
    returning 1
  )`

/**
 * Stores all that a hand-in, or taking one back, changes in one statement, or nothing at all.
 * @throws an error that `cameSecond` knows, when the learner's state is not any more the one that `work` was read in, or the
 *   key was used
 */
export const storeHandIn = async (
  db: Db,
  learnerId: string,
  { questId, revision }: Work,
  change: {
    attempt: RawBuilder<unknown>
    attemptId: string
    entries: readonly LedgerEntry[]
    enrollment: Enrollment
    tasksDone: number
    now: Date
    used?: { key: RequestKey; answer: unknown } | undefined
  },
): Promise<void> => {
  const { attempt, attemptId, entries, enrollment, tasksDone, now, used } = change
  const xp = entries.reduce((sum, { amount }) => sum + amount, 0)
  await sql`
    with begun as (${used ? useKey(used.key, used.answer) : sql`select 1`}),
    enrollment as (
      update enrollments set
        state = ${enrollment.state}, completed_at = ${enrollment.completed_at}::timestamptz,
        last_worked_at = ${now.toISOString()}::timestamptz, tasks_done = ${tasksDone}, xp_earned = xp_earned + ${xp},
        bonus_xp = ${enrollment.bonus_xp}
      where learner_id = ${learnerId} and quest_id = ${questId} and exists (select from begun)
      returning 1
    ), ${attempt},
    ${addingXp(learnerId, entries, { questId, attemptId, now }, sql`begun`)},
    -- Last, because everyone changes rows first and then, by a trigger, the revision.
    unchanged as (
      update learner_revisions set revision = pg_current_xact_id()
      from (select (select count(*) from enrollment) + (select count(*) from attempt) + (select count(*) from changed) as rows) stored
      where learner_id = ${learnerId} and revision = ${revision}::xid8 and stored.rows >= 0
      returning 1
    )
    select abort_unless(exists (select from unchanged))
  `.execute(db)
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
