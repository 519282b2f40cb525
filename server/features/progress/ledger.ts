import { sql } from 'kysely'

import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import type { LedgerEntry } from '#rules/hand-in'
import { PILLARS } from '#rules/pillars'
import type { PillarXp } from '#rules/pillars'

type Source = { questId: string; attemptId: string; now: Date }

/** Adds entries to a learner's ledger and to the totals. `db` is a transaction. */
export const addXp = async (
  db: Db,
  learnerId: string,
  entries: readonly LedgerEntry[],
  { questId, attemptId, now }: Source,
): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(({ kind, pillar, amount, taskId }) => ({
    learner_id: learnerId,
    pillar,
    amount,
    kind,
    quest_id: questId,
    task_id: taskId,
    attempt_id: attemptId,
    created_at: now.toISOString(),
  }))
  await db.insertInto('xp_entries').values(rows).execute()
  await db
    .insertInto('xp_totals')
    .values(totalsOf(entries).map((total) => ({ learner_id: learnerId, ...total })))
    .onConflict((conflict) =>
      conflict.columns(['learner_id', 'pillar']).doUpdateSet((set) => ({
        xp: set('xp_totals.xp', '+', set.ref('excluded.xp')),
        tasks: set('xp_totals.tasks', '+', set.ref('excluded.tasks')),
      })),
    )
    .execute()
}

/** What entries change of the totals. Always in the same order: two transactions of one learner then cannot deadlock. */
const totalsOf = (entries: readonly LedgerEntry[]) =>
  PILLARS.flatMap((pillar) => {
    const own = entries.filter((entry) => entry.pillar === pillar)
    const tasks = own.filter(({ taskId }) => taskId !== null)
    const xp = own.reduce((sum, { amount }) => sum + amount, 0)
    return own.length === 0
      ? []
      : [{ pillar, xp, tasks: tasks.reduce((sum, { amount }) => sum + Math.sign(amount), 0) }]
  })

/** XP by pillar. */
export const findTotals = async (db: Db, learnerId: string): Promise<PillarXp> => {
  const rows = await db
    .selectFrom('xp_totals')
    .select(['pillar', 'xp'])
    .where('learner_id', '=', learnerId)
    .execute()
  return Object.fromEntries(rows.map(({ pillar, xp }) => [pillar, xp]))
}

/** Makes every total anew from the ledger. Returns how many were wrong before. */
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
