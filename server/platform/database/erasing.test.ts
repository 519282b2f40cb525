import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Tables whose rows go with a person, by the thousand at once. */
const GOING = [
  'users',
  'quests',
  'tasks',
  'attempts',
  'tutor_conversations',
  'consent_forms',
  'sessions',
  'files',
]

test('whoever is erased is found by an index in every column that names them or their work', async () => {
  const { rows } = await sql<{ column: string }>`
    select f.conrelid::regclass || '.' || a.attname as column
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = any(${GOING}::regclass[])
      and not exists (
        select from pg_index i
        where i.indrelid = f.conrelid and i.indkey[0] = a.attnum
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))
    order by 1`.execute(app.db)
  expect(rows).toEqual([])
})
