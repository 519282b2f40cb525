import { type Db, lockTables, transaction } from '#platform/database'
import type { LedgerEntry } from '#rules/hand-in'
import { PILLARS, type PillarXp } from '#rules/pillars'

/** @property attemptId null for entries that no single submission earned */
type Source = { questId: string; attemptId: string | null; now: Date }

/** Adds entries to a learner's ledger and totals, and returns the new totals. `db` is a transaction that locks the learner. */
export const addXp = async (
  db: Db,
  learnerId: string,
  entries: readonly LedgerEntry[],
  { questId, attemptId, now }: Source,
): Promise<PillarXp> => {
  if (entries.length === 0) return findTotals(db, learnerId)
  const changes = totalsOf(entries)
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
  const totals = await db
    .with('entry', (query) => query.insertInto('xp_entries').values(rows))
    .with('changed', (query) =>
      query
        .insertInto('xp_totals')
        .values(changes.map((change) => ({ learner_id: learnerId, ...change })))
        .onConflict((conflict) =>
          conflict.columns(['learner_id', 'pillar']).doUpdateSet((set) => ({
            xp: set('xp_totals.xp', '+', set.ref('excluded.xp')),
            tasks: set('xp_totals.tasks', '+', set.ref('excluded.tasks')),
          })),
        )
        .returning(['pillar', 'xp']),
    )
    .selectFrom('changed')
    .select(['pillar', 'xp'])
    .unionAll(
      ofLearner(db, learnerId).where(
        'pillar',
        'not in',
        changes.map(({ pillar }) => pillar),
      ),
    )
    .execute()
  return byPillar(totals)
}

/** Changes of the totals, always in the same order, which prevents deadlocks between transactions of one learner. */
const totalsOf = (entries: readonly LedgerEntry[]) =>
  PILLARS.flatMap((pillar) => {
    const own = entries.filter((entry) => entry.pillar === pillar)
    const tasks = own.filter(({ taskId }) => taskId !== null)
    const xp = own.reduce((sum, { amount }) => sum + amount, 0)
    return own.length === 0
      ? []
      : [{ pillar, xp, tasks: tasks.reduce((sum, { amount }) => sum + Math.sign(amount), 0) }]
  })

const ofLearner = (db: Db, learnerId: string) =>
  db.selectFrom('xp_totals').select(['pillar', 'xp']).where('learner_id', '=', learnerId)

const byPillar = (rows: readonly { pillar: string; xp: number }[]): PillarXp =>
  Object.fromEntries(rows.map(({ pillar, xp }) => [pillar, xp]))

/** XP by pillar. */
export const findTotals = async (db: Db, learnerId: string): Promise<PillarXp> =>
  byPillar(await ofLearner(db, learnerId).execute())

/** Recomputes all totals from the ledger. Returns how many were wrong. */
export const rebuildTotals = (db: Db): Promise<number> =>
  transaction(db, async (db) => {
    // Concurrent entries wait: they must be added after this count.
    await lockTables(db, ['xp_totals'])
    const rebuilt = await db
      .with('by_task', (query) =>
        query
          .selectFrom('xp_entries')
          .select(({ fn }) => [
            'learner_id',
            'pillar',
            'task_id',
            fn.sum<number>('amount').as('xp'),
          ])
          .groupBy(['learner_id', 'pillar', 'task_id']),
      )
      .with('ledger', (query) =>
        query
          .selectFrom('by_task')
          .select(({ cast, fn }) => [
            'learner_id',
            'pillar',
            cast<number>(fn.sum('xp'), 'integer').as('xp'),
            cast<number>(
              fn.countAll().filterWhere('task_id', 'is not', null).filterWhere('xp', '<>', 0),
              'integer',
            ).as('tasks'),
          ])
          .groupBy(['learner_id', 'pillar']),
      )
      .insertInto('xp_totals')
      .columns(['learner_id', 'pillar', 'xp', 'tasks'])
      .expression((insert) =>
        insert
          .selectFrom('ledger')
          .fullJoin('xp_totals', (join) =>
            join
              .onRef('xp_totals.learner_id', '=', 'ledger.learner_id')
              .onRef('xp_totals.pillar', '=', 'ledger.pillar'),
          )
          .select(({ fn, lit }) => [
            fn.coalesce('ledger.learner_id', 'xp_totals.learner_id').as('learner_id'),
            fn.coalesce('ledger.pillar', 'xp_totals.pillar').as('pillar'),
            fn.coalesce('ledger.xp', lit(0)).as('xp'),
            fn.coalesce('ledger.tasks', lit(0)).as('tasks'),
          ])
          .where(({ eb, fn, lit, or }) =>
            or([
              eb(fn.coalesce('ledger.xp', lit(0)), '<>', fn.coalesce('xp_totals.xp', lit(0))),
              eb(fn.coalesce('ledger.tasks', lit(0)), '<>', fn.coalesce('xp_totals.tasks', lit(0))),
            ]),
          ),
      )
      .onConflict((conflict) =>
        conflict.columns(['learner_id', 'pillar']).doUpdateSet(({ ref }) => ({
          xp: ref('excluded.xp'),
          tasks: ref('excluded.tasks'),
        })),
      )
      .returning('learner_id')
      .execute()
    return rebuilt.length
  })
