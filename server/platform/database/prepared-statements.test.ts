import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'

import { createTestDatabase } from '#testing/database'

const { db, drop } = await createTestDatabase()
afterAll(drop)

const prepared = async (pattern: string) =>
  (
    await sql<{ statement: string; runs: number }>`
      SELECT statement, generic_plans + custom_plans AS runs FROM pg_prepared_statements
      WHERE statement LIKE ${pattern}`.execute(db)
  ).rows

it('prepares a query once and runs it by its name', async () => {
  for (const value of [1, 2, 3]) await sql`SELECT ${value}::int AS same_query`.execute(db)
  expect(await prepared('%same_query')).toEqual([
    { statement: 'SELECT $1::int AS same_query', runs: 3 },
  ])
})

it('goes on after a migration changed the rows of a prepared query', async () => {
  await sql`CREATE TABLE things AS SELECT 1 AS id`.execute(db)
  const read = () => sql`SELECT * FROM things`.execute(db)
  await read()
  await sql`ALTER TABLE things ADD colour text`.execute(db)
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  expect((await read()).rows).toEqual([{ id: 1, colour: null }])
})

it('keeps a bounded number of them', async () => {
  const numbers = Array.from({ length: 1100 }, (_, number) => number)
  for (const number of numbers) {
    const { rows } = await sql`SELECT ${sql.raw(String(number))} AS distinct_query`.execute(db)
    expect(rows).toEqual([{ distinct_query: number }])
  }
  const kept = await prepared('%distinct_query')
  expect(kept.length).toBeGreaterThan(900)
  expect(kept.length).toBeLessThanOrEqual(1000)
})

it('reports a refused row without its values, which the log would show', async () => {
  await sql`CREATE TABLE addresses (email text UNIQUE, age int CHECK (age > 0))`.execute(db)
  const insert = (age: number) =>
    sql`INSERT INTO addresses VALUES (${'maya@example.org'}, ${age})`.execute(db)
  await insert(12)
  for (const age of [12, -1]) {
    const error: unknown = await insert(age).catch((error: unknown) => error)
    expect(error).toMatchObject({ constraint: expect.stringContaining('addresses') })
    expect(JSON.stringify(pino.stdSerializers.err(error as Error))).not.toContain('maya')
  }
})
