import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'

import { createTestDatabase } from '#testing/database'

import type { Db } from './open-database.ts'
import { preparedQuery, type Param } from './prepared-query.ts'
import { transaction } from './transaction.ts'

const { db, drop } = await createTestDatabase()
afterAll(drop)

const build = vi.fn((db: Db, param: Param<{ times: number; word: string }>) =>
  db.selectNoFrom([
    sql<string>`repeat(${param('word')}, ${param('times')}::int)`.as('said'),
    sql<string>`${'always'}::text`.as('constant'),
    sql<string>`${param('word')}::text`.as('word'),
  ]),
)
const repeated = preparedQuery(build)

it('builds a statement once, and gives it its values at each use', async () => {
  const words = ['no', 'yes', "it's"]
  const rows = await Promise.all(words.map((word, i) => repeated(db, { word, times: i + 1 })))
  expect(rows).toEqual([
    [{ said: 'no', constant: 'always', word: 'no' }],
    [{ said: 'yesyes', constant: 'always', word: 'yes' }],
    [{ said: "it'sit'sit's", constant: 'always', word: "it's" }],
  ])
  expect(build).toHaveBeenCalledOnce()
})

it('runs it in the transaction that asks', async () => {
  const backend = preparedQuery((db: Db, _: Param<Record<string, never>>) =>
    db.selectNoFrom(sql<string>`txid_current()::text`.as('id')),
  )
  const ids = await transaction(db, async (db) => [await backend(db, {}), await backend(db, {})])
  expect(ids[0]).toEqual(ids[1])
  expect(await backend(db, {})).not.toEqual(ids[0])
})
