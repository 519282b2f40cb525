import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestDatabase } from '#testing/database'
import { eventually } from '#testing/eventually'

import { afterCommit, transaction } from './transaction.ts'

const { db, drop } = await createTestDatabase({ poolSize: 2 })
afterAll(drop)
beforeAll(async () => {
  await sql`CREATE TABLE things (id int PRIMARY KEY, changes int NOT NULL DEFAULT 0)`.execute(db)
  await sql`INSERT INTO things VALUES (1), (2)`.execute(db)
})

it('runs again what PostgreSQL rolled back to end a deadlock; what follows a commit follows once', async () => {
  const bothHoldOne = Promise.withResolvers<void>()
  const oneIsStored = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  let commits = 0
  const change = (...ids: number[]) =>
    transaction(db, async (db) => {
      runs += 1
      afterCommit(db, () => {
        commits += 1
        oneIsStored.resolve()
      })
      // Otherwise the second attempt could remove its row before the other transaction wakes up: a second deadlock.
      if (runs === 3) await oneIsStored.promise
      for (const id of ids) {
        await sql`UPDATE things SET changes = changes + 1 WHERE id = ${id}`.execute(db)
        holding += 1
        if (holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
      }
    })
  await Promise.all([change(1, 2), change(2, 1)])
  const { rows } = await sql`SELECT * FROM things ORDER BY id`.execute(db)
  expect(rows).toEqual([
    { id: 1, changes: 2 },
    { id: 2, changes: 2 },
  ])
  expect([runs, commits]).toEqual([3, 2])
})

it('runs a statement of its own again after a deadlock', async () => {
  const changes = async () => {
    const { rows } = await sql<{
      sum: number
    }>`SELECT sum(changes)::int AS sum FROM things`.execute(db)
    return rows[0]!.sum
  }
  const before = await changes()
  // It locks the second row, and waits for the first. PostgreSQL ends the one whose timeout elapses once both wait: this one.
  const alone = () =>
    sql`WITH patient AS MATERIALIZED (SELECT set_config('deadlock_timeout', '3s', true)),
        second AS (UPDATE things SET changes = changes + 1 FROM patient WHERE id = 2 RETURNING id)
        UPDATE things SET changes = changes + 1 FROM second WHERE things.id = 1`.execute(db)
  await db
    .transaction()
    .execute(async (holding) => {
      await sql`SET LOCAL deadlock_timeout = '1min'`.execute(holding)
      await sql`UPDATE things SET changes = changes + 1 WHERE id = 1`.execute(holding)
      const waiting = alone()
      await eventually(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(holding)
        expect(rows).toHaveLength(1)
      })
      await sql`UPDATE things SET changes = changes + 1 WHERE id = 2`.execute(holding)
      return { waiting }
    })
    .then(({ waiting }) => waiting)
  expect(await changes()).toBe(before + 4)
})

it('does not run again what failed for a reason of its own', async () => {
  let runs = 0
  const work = transaction(db, async (db) => {
    runs += 1
    await sql`INSERT INTO things VALUES (1)`.execute(db)
  })
  await expect(work).rejects.toThrow('duplicate key')
  expect(runs).toBe(1)
})
