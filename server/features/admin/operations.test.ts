import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#contract/audit'
import { auth } from '#contract/auth'
import { operations } from '#contract/operations'
import { people } from '#contract/people'
import { safety } from '#contract/safety'
import { eventually } from '#testing/eventually'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let admin: Person
beforeAll(async () => {
  // Nothing listens on this port: every email fails.
  app = await startApp({ poolSize: 3, work: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  admin = await app.person({ role: 'admin', firstName: 'Grace', lastName: 'Hopper' })
})
afterAll(() => app.stop())

const listJobs = (query = {}) => admin.call(operations).listJobs({ query })
const jobsTo = async (email: string) =>
  (await listJobs({ queue: 'mail', limit: 100 })).items.filter(({ about }) => about === email)

describe('background work', () => {
  test('that failed is shown with its reason and without its words, tried again, and removed', async () => {
    const ada = await app.person()
    await app.anyone.call(auth).forgotPassword({ body: { email: ada.email } })
    const [retrying] = await eventually(async () => {
      const jobs = await jobsTo(ada.email)
      expect(jobs[0]).toMatchObject({ state: 'retrying', reason: expect.any(String) })
      return jobs
    })
    expect(JSON.stringify(retrying)).not.toContain('sealed')
    expect((await listJobs({ state: 'retrying' })).queues).toContainEqual(
      expect.objectContaining({ name: 'mail', failed: 0 }),
    )

    // The same row that pg-boss writes for a job that it gave up on.
    await sql`insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
      values ('mail-dead', ${JSON.stringify({ to: ada.email, sealed: 'x' })}, 'mail', 16,
              ${JSON.stringify({ message: 'No such mailbox\nat secret' })})`.execute(app.db)
    const [dead] = (await listJobs({ state: 'failed' })).items
    expect(dead).toMatchObject({
      queue: 'mail',
      about: ada.email,
      reason: 'No such mailbox',
      tries: 16,
      due_at: null,
    })
    const overview = await admin.call(operations).showOverview()
    expect(overview.mail).toMatchObject({ way: 'smtp', failed: 1 })
    expect(overview.storage.free_bytes).toBeGreaterThan(0)
    expect(overview.people).toContainEqual({ role: 'admin', count: 1 })
    expect(overview.active_this_week).toBe(2)

    const params = { id: dead!.id }
    await admin.call(operations).retryJob({ params })
    await expect(admin.call(operations).retryJob({ params })).rejects.toMatchObject({ status: 404 })
    expect((await listJobs({ state: 'failed' })).items).toEqual([])
    // Not while it is being retried.
    const again = await eventually(async () => {
      const [job] = await jobsTo(ada.email)
      await admin.call(operations).cancelJob({ params: { id: job!.id } })
      return job
    })
    expect((await jobsTo(ada.email)).map(({ id }) => id)).not.toContain(again!.id)
    const nobodys = { id: '7b0e4f0e-0000-4000-8000-000000000000' }
    await expect(admin.call(operations).cancelJob({ params: nobodys })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('setting up the site', () => {
  test('a test email that no mail server accepts says why, and does not count as tried', async () => {
    await expect(admin.call(operations).testMail()).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The test email was not sent: .*ECONNREFUSED/),
    })
    const { set_up } = await admin.call(operations).showOverview()
    expect(set_up).toEqual({ has_school: false, mail_tested_at: null, are_texts_reviewed: false })
  })

  test('an admin says that the legal texts were reviewed, until there are others; nobody else can', async () => {
    const advisor = await app.person({ role: 'advisor' })
    await expect(advisor.call(operations).confirmLegalTexts()).rejects.toMatchObject({
      status: 403,
    })
    await admin.call(operations).confirmLegalTexts()
    const { set_up } = await admin.call(operations).showOverview()
    expect(set_up.are_texts_reviewed).toBe(true)
    await app.db
      .updateTable('settings')
      .set({ value: JSON.stringify('2020-01-01') })
      .where('name', '=', 'legal_reviewed')
      .execute()
    const later = await admin.call(operations).showOverview()
    expect(later.set_up.are_texts_reviewed).toBe(false)
  })
})

describe('the audit log', () => {
  const lines = (query: Record<string, string | number | undefined>) =>
    admin.call(audit).listAudit({ query })

  test('is filtered by person, what was done and day, and read page by page', async () => {
    const sam = await app.person({ firstName: 'Sam' })
    const params = { id: sam.id }
    await admin.call(people).changePerson({ params, body: { role: 'advisor' } })
    await admin.call(people).changePerson({ params, body: { role: 'parent' } })
    const changes = await lines({ subject_id: sam.id, action: 'role_changed' })
    expect(changes.items).toMatchObject([
      {
        actor: { id: admin.id, name: 'Grace Hopper' },
        subject: { id: sam.id },
        detail: { from: 'advisor', to: 'parent' },
      },
      { detail: { from: 'student', to: 'advisor' } },
    ])
    expect(changes.actions).toContain('role_changed')
    const first = await lines({ person_id: sam.id, limit: 2 })
    const rest = await lines({ person_id: sam.id, limit: 2, cursor: first.next_cursor! })
    expect([...first.items, ...rest.items].map(({ action }) => action)).toEqual([
      'role_changed',
      'role_changed',
      'signed_in',
    ])
    const today = app.parts.clock().toISOString().slice(0, 10)
    expect((await lines({ from: today, to: today, actor_id: sam.id })).items).toHaveLength(1)
    expect((await lines({ to: '2020-01-01' })).items).toEqual([])
    for (const hostile of [
      { action: "role_changed' or true --" },
      { action: '%' },
      { action: 'role_changed\\' },
    ]) {
      expect((await lines(hostile)).items).toEqual([])
    }
    for (const wrong of [{ from: '2020-02-31' }, { cursor: 'eA' }, { actor_id: "'" }]) {
      await expect(lines(wrong)).rejects.toMatchObject({ status: 400 })
    }
  })

  test('does not say whom a safety report is about', async () => {
    const child = await app.person({ firstName: 'Juno' })
    await app.db
      .insertInto('audit_log')
      .values({ actor_id: admin.id, subject_id: child.id, action: 'safety_report_changed' })
      .execute()
    const [line] = (await lines({ action: 'safety_report_changed' })).items
    expect(line).toMatchObject({ subject: null, detail: {} })
    const about = await lines({ subject_id: child.id })
    expect(about.items.map(({ action }) => action)).not.toContain('safety_report_changed')
  })

  test('nor about whom somebody was refused one', async () => {
    const child = await app.person({ firstName: 'Juno' })
    const advisor = await app.person({ role: 'advisor' })
    await app.db
      .insertInto('safety_reports')
      .values({
        learner_id: child.id,
        severity: 'high',
        category: 'abuse',
        excerpt: '',
        held_back: true,
        created_at: app.parts.clock().toISOString(),
      })
      .execute()
    const { id } = await app.db
      .selectFrom('safety_reports')
      .select('id')
      .where('learner_id', '=', child.id)
      .executeTakeFirstOrThrow()
    const calls = advisor.call(safety)
    await expect(calls.openSafetyReport({ params: { id } })).rejects.toMatchObject({ status: 404 })
    const body = { reason: 'It is nothing' }
    await expect(calls.releaseSafetyReport({ params: { id }, body })).rejects.toMatchObject({
      status: 404,
    })
    const { items } = await lines({ action: 'learner_refused', actor_id: advisor.id })
    expect(items).toHaveLength(2)
    for (const line of items) expect(line).toMatchObject({ subject: null, detail: {} })
    const about = await lines({ subject_id: child.id })
    expect(about.items.map(({ action }) => action)).not.toContain('learner_refused')
  })

  test('does not say who has reported a person: it may be the admin', async () => {
    const child = await app.person({ firstName: 'Juno' })
    const line = { actor_id: child.id, subject_id: child.id, action: 'person_reported' }
    await app.db
      .insertInto('audit_log')
      .values({ ...line, address: '192.0.2.7', detail: JSON.stringify({ reason: 'unkind' }) })
      .execute()
    expect((await lines({ action: 'person_reported' })).items).toMatchObject([
      { actor: null, subject: null, address: null, detail: {} },
    ])
    expect((await lines({ actor_id: child.id })).items.map(({ action }) => action)).toEqual([
      'signed_in',
    ])
  })
})

test('an admin sees how fast the calls of this hour were, and what failed', async () => {
  const { all, calls } = await admin.call(operations).showSpeed()
  expect(all.answers).toBeGreaterThan(0)
  expect(all.failed).toBe(0)
  expect(calls).toContainEqual(
    expect.objectContaining({
      call: 'GET /api/admin/jobs',
      summary: 'Failed and waiting background jobs, newest first',
      half_within: expect.any(Number),
    }),
  )
  app.moveClock(3 * 3_600_000)
  const later = await app.signIn(admin.email)
  expect((await later.call(operations).showSpeed()).calls).toMatchObject([
    { call: 'POST /api/auth/login', answers: 1 },
  ])
})
