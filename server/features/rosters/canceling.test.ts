import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

test('an import that is cancelled while it is applied ends at once, has changed nothing, and can be applied again', async () => {
  const { id, people } = await site.bringRoster(rosterOf(8))
  const params = { id }
  const counted = async () => {
    const { rows } = await sql<{ users: number; rows: number; people: number }>`
      select (select count(*) from users) as users, (select count(*) from roster_rows) as rows,
             (select count(*) from roster_people) as people`.execute(app.db)
    return rows[0]
  }
  const before = await counted()
  await sql`
    create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(3600); return new; end $$`.execute(app.db)
  await sql`
    create trigger linger before insert on guardian_links
    for each row execute function linger()`.execute(app.db)
  const body = { suspend_missing: false, even_many: false }
  await site.call.applyImport({ params, body })
  const progress = async () => (await site.call.getImport({ params })).progress
  await expect.poll(progress, { timeout: 20_000 }).toBeGreaterThan(0.6)

  expect(await site.call.cancelImport({ params })).toMatchObject({
    state: 'ready',
    people,
    problem: expect.stringContaining('cancelled'),
  })
  await expect(site.call.cancelImport({ params })).rejects.toMatchObject({ status: 409 })
  // Waits for the end of the transaction that was canceled.
  await sql`drop trigger linger on guardian_links`.execute(app.db)
  expect(await counted()).toEqual(before)
  const dead =
    await sql`select from pgboss.job where name = 'roster-apply-dead' and data @> ${JSON.stringify({ importId: id })}`.execute(
      app.db,
    )
  expect(dead.rows).toEqual([])
  expect(await site.apply({ id })).toMatchObject({ state: 'applied', problem: null, people })
  expect(await site.user('s1@school.example')).toBeDefined()
  await expect(site.call.cancelImport({ params })).rejects.toMatchObject({ status: 409 })
})
