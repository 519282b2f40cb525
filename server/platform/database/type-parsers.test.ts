import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'

import { createTestDatabase } from '#testing/database'

const { db, drop } = await createTestDatabase()
afterAll(drop)

it('gives instants as ISO 8601 in UTC, days as days and numbers as numbers', async () => {
  const { rows } = await sql`SELECT
    '2026-11-20 22:30:22.123456+00'::timestamptz AS instant,
    '2026-11-20 22:30:22+02'::timestamptz AS elsewhere,
    '2026-11-20 22:30:22.1'::timestamp AS without_zone,
    '2026-11-20'::date AS day,
    count(*) AS count,
    sum(12.5) AS sum,
    NULL::timestamptz AS never`.execute(db)

  expect(rows).toEqual([
    {
      instant: '2026-11-20T22:30:22.123Z',
      elsewhere: '2026-11-20T20:30:22.000Z',
      without_zone: '2026-11-20T22:30:22.100Z',
      day: '2026-11-20',
      count: 1,
      sum: 12.5,
      never: null,
    },
  ])
})

it('reads instants the same in a session of another time zone', async () => {
  await sql`SET timezone = 'Asia/Kolkata'`.execute(db)
  const { rows } = await sql`SELECT '2026-11-20 22:30:22.123+00'::timestamptz AS instant`.execute(
    db,
  )
  expect(rows).toEqual([{ instant: '2026-11-20T22:30:22.123Z' }])
})

it('writes instants into JSON as they are in rows', async () => {
  const { rows } = await sql`SELECT iso(at) AS json, at AS row
    FROM (SELECT '2026-11-20 22:30:22.9996+05:30'::timestamptz AS at)`.execute(db)
  expect(rows).toEqual([{ json: '2026-11-20T17:00:22.999Z', row: '2026-11-20T17:00:22.999Z' }])
})
