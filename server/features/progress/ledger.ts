import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import type { LedgerEntry } from '#rules/hand-in'

type Source = { questId: string; attemptId: string; now: Date }

/**
 * The part of a statement that adds entries to a learner's ledger and to the totals: CTEs, of which `changed` has the rows
 * of the totals.
 * @param after a CTE that comes before it: where it has no row, nothing is added
 */
export const addingXp = (
  learnerId: string,
  entries: readonly LedgerEntry[],
  { questId, attemptId, now }: Source,
  after: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  entry as (
    select kind, pillar, amount, "taskId" as task_id
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (kind text, pillar text, amount int, "taskId" uuid), ${after}
  ), added as (
    insert into xp_entries (learner_id, pillar, amount, kind, quest_id, task_id, attempt_id, created_at)
    select ${learnerId}::uuid, pillar, amount, kind, ${questId}::uuid, task_id, ${attemptId}::uuid, ${now.toISOString()}::timestamptz
    from entry
  ), changed as (
    insert into xp_totals as t (learner_id, pillar, xp, tasks)
    -- Always in the same order, so that two transactions of one learner cannot wait for each other in a circle.
    select ${learnerId}::uuid, pillar, sum(amount)::int,
           count(*) filter (where kind = 'task') - count(*) filter (where kind = 'reversal' and task_id is not null)
    from entry group by pillar order by pillar
    on conflict (learner_id, pillar) do update set xp = t.xp + excluded.xp, tasks = t.tasks + excluded.tasks
    returning 1
  )`

/** Makes every total anew from the ledger. Answers how many were wrong before. */
export const rebuildTotals = (db: Db): Promise<number> =>
  transaction(db, async (db) => {
    // Whoever earns meanwhile waits: what they add must come after what is counted here.
    await sql`lock table xp_totals in share row exclusive mode`.execute(db)
    const { rows } = await sql<{ learner_id: string }>`
      with ledger as (
        select learner_id, pillar, sum(xp)::int as xp, count(*) filter (where task_id is not null and xp <> 0)::int as tasks
        from (select learner_id, pillar, task_id, sum(amount) as xp from xp_entries group by learner_id, pillar, task_id) e
        group by learner_id, pillar
      ), wrong as (
        select coalesce(l.learner_id, t.learner_id) as learner_id, coalesce(l.pillar, t.pillar) as pillar,
               coalesce(l.xp, 0) as xp, coalesce(l.tasks, 0) as tasks
        from ledger l full join xp_totals t on t.learner_id = l.learner_id and t.pillar = l.pillar
        where (coalesce(l.xp, 0), coalesce(l.tasks, 0)) <> (coalesce(t.xp, 0), coalesce(t.tasks, 0))
      )
      insert into xp_totals (learner_id, pillar, xp, tasks)
      select learner_id, pillar, xp, tasks from wrong
      on conflict (learner_id, pillar) do update set xp = excluded.xp, tasks = excluded.tasks
      returning learner_id
    `.execute(db)
    return rows.length
  })
