import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { CONSULTATION_DAYS } from '#contract/consultations'
import { COOLDOWN_DAYS } from '#rules/connections'
import { REGISTER_ROWS_DAYS, REMOVED_EVENT_DAYS } from '#rules/retention'
import { eventually } from '#testing/eventually'
import { type Person, startApp, type TestApp } from '#testing/start-app'

// Data deleted by age alone, through its jobs. Uploads, exports, tutor conversations, reports, scans and accounts are tested in
// their features.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ work: true })
  ada = await app.person()
})
afterAll(() => app.stop())

type Retained = {
  job: string
  table: string
  days: number
  /** A row that expired at that moment; `name` identifies it. */
  insert: (moment: string, name: string) => RawBuilder<unknown>
}

const KEPT: Retained[] = [
  {
    job: 'forget-signals',
    table: 'signals',
    days: 1 / 24,
    insert: (moment, name) =>
      sql`insert into signals (user_id, kind, about, created_at)
          values (${ada.id}, ${name}, gen_random_uuid(), ${moment})`,
  },
  {
    job: 'calendar-removed',
    table: 'calendar_events',
    days: REMOVED_EVENT_DAYS,
    insert: (moment, name) =>
      sql`insert into calendar_events (owner_id, uid, title, all_day, starts, ends, time_zone, first_on, created_at, changed_at, removed_at)
          values (${ada.id}, ${name}, '', true, '2026-01-01', '2026-01-02', 'UTC', '2026-01-01', ${moment}, ${moment}, ${moment})`,
  },
  {
    job: 'consultations-over',
    table: 'consultations',
    days: CONSULTATION_DAYS,
    insert: (moment, name) =>
      sql`insert into consultations (starts_at, ends_at, state, held_until, name, email, notes, time_zone, created_at, changed_at)
          values (${moment}::timestamptz - interval '30 minutes', ${moment}, 'met', ${moment}, ${name}, 'a@example.org', '', 'UTC', ${moment}, ${moment})`,
  },
  {
    job: 'sweep-connections',
    table: 'connection_requests',
    days: COOLDOWN_DAYS,
    insert: (moment, name) =>
      sql`insert into connection_requests (sender_id, email, created_at, expires_at, declined_at)
          values (${ada.id}, ${`${name}@example.org`}, ${moment}, ${moment}, ${moment})`,
  },
  {
    job: 'roster-forget',
    table: 'roster_imports',
    days: 7,
    insert: (moment, name) =>
      sql`insert into roster_imports (format, file_name, total, created_at) values ('simple', ${name}, 0, ${moment})`,
  },
  {
    job: 'roster-forget',
    table: 'roster_problems',
    days: REGISTER_ROWS_DAYS,
    insert: (moment, name) =>
      sql`with import as (
            insert into roster_imports (format, file_name, state, total, created_at, applied_at)
            values ('simple', '', 'applied', 0, ${moment}, ${moment}) returning id)
          insert into roster_problems (import_id, file, line, message, is_error, is_own)
          select id, 'users', 1, ${name}, true, true from import`,
  },
  ...(
    [
      [
        'idempotency_keys',
        2,
        "(scope, key, fingerprint, created_at) values ('s', $name, 'f', $at)",
      ],
      ['payment_events', 60, '(id, received_at) values ($name, $at)'],
      ['sign_in_steps', 1, "(hash, purpose, expires_at) values ($name::bytea, 'passkey', $at)"],
      [
        'invitations',
        30,
        "(token_hash, kind, role, first_name, expires_at) values ($name::bytea, 'setup', 'admin', $name, $at)",
      ],
      [
        'mailbox',
        14,
        "(recipient, subject, html, body, created_at) values ('a@example.org', $name, '', '', $at)",
      ],
      [
        'rate_limits',
        0,
        '(key, expire) values ($name, extract(epoch from $at::timestamptz) * 1000)',
      ],
    ] as const
  ).map(([table, days, values]) => ({
    job: 'sweep-expired',
    table,
    days,
    insert: (moment: string, name: string) =>
      sql.raw(
        `insert into ${table} ${values.replaceAll('$name', `'${name}'`).replaceAll('$at', `'${moment}'`)}`,
      ),
  })),
]

const HOUR = 3_600_000

test.each(KEPT)('$table: rows go $days days after they have served ($job)', async (kept) => {
  const { job, table, days, insert } = kept
  const at = (hours: number) =>
    new Date(app.parts.clock().getTime() - days * 24 * HOUR - hours * HOUR).toISOString()
  // Checks the insert's result rather than the table: the previous row's job may still be running.
  const { numAffectedRows } = await insert(at(0.5), 'served').execute(app.db)
  expect(numAffectedRows).toBe(1n)
  await insert(at(-0.5), 'serving').execute(app.db)
  const named = async (name: string) => {
    const { rows } = await sql`select from ${sql.table(table)} as each
      where each::text like ${`%${name}%`} or each::text like ${`%${Buffer.from(name).toString('hex')}%`}`.execute(
      app.db,
    )
    return rows.length
  }
  await app.parts.jobs.enqueue(app.db, job, {})
  await eventually(async () => expect(await named('served')).toBe(0))
  expect(await named('serving')).toBe(1)
})
