import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { credits } from '#contract/credits'
import { diplomaPlan } from '#contract/diploma-plan'
import { siteSettings } from '#contract/site-settings'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { SUBJECTS } from '#rules/subjects'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { bombPng, fileForm } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

const writes = ENDPOINTS.filter(
  ({ access, method }) => access === 'admin' && method !== 'GET' && method !== 'HEAD',
)

let app: TestApp
let admin: Person
beforeAll(async () => {
  const service = 'http://127.0.0.1:9'
  const env = {
    // Without a mail server, emails go to the local mailbox.
    PUBLIC_URL: 'http://localhost',
    ONEROSTER_URL: service,
    ONEROSTER_TOKEN_URL: service,
    ONEROSTER_CLIENT_ID: 'site',
    ONEROSTER_CLIENT_SECRET: 'secret',
  }
  app = await startApp({ poolSize: 3, env })
  admin = await app.person({ role: 'admin' })
})
afterAll(() => app.stop())

/** A valid call: path, body, and the subject if it has one. */
type Proper = { path: string; body?: object; form?: FormData; about?: string }

const onPerson =
  (path: string, body?: object, role: 'student' | 'advisor' = 'student') =>
  async (): Promise<Proper> => {
    const { id } = await app.person({ role })
    return { path: path.replace('{id}', id), about: id, ...(body ? { body } : {}) }
  }

const invited = async (path: string): Promise<Proper> => {
  const { id } = await app.db
    .insertInto('invitations')
    .values({
      kind: 'invitation',
      role: 'advisor',
      email: `${crypto.randomUUID()}@example.org`,
      token_hash: Buffer.from(crypto.randomUUID()),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { path: path.replace('{id}', id) }
}

const failed = async (path: string): Promise<Proper> => {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data) values ('export-dead', '{}') returning id`.execute(app.db)
  return { path: path.replace('{id}', rows[0]!.id) }
}

const logo = async () =>
  sharp({ create: { width: 600, height: 60, channels: 3, background: '#1f4d4a' } })
    .png()
    .toBuffer()

type Imported = { state: string; applied_at: string }

const brought = async (path: string, as: Partial<Imported> = {}): Promise<Proper> => {
  const { id } = await app.db
    .insertInto('roster_imports')
    .values({
      format: 'simple',
      file_name: 'people.csv',
      total: 1,
      created_at: app.parts.clock().toISOString(),
      ...as,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { path: path.replace('{id}', id) }
}

/** An import that has been applied. */
const applied = (path: string) =>
  brought(path, { state: 'applied', applied_at: app.parts.clock().toISOString() })

/** Calls whose audit entry is written by a job. */
const BY_A_JOB = ['POST /api/admin/imports/{id}/apply', 'POST /api/admin/imports/{id}/invitations']

const PROPER: Record<string, (path: string) => Promise<Proper>> = {
  'POST /api/admin/learners/{id}/advisor': async (path) => {
    const advisor = await app.person({ role: 'advisor' })
    return onPerson(path, { advisor_id: advisor.id })()
  },
  'POST /api/admin/learners/advisor': async (path) => {
    const [from, to, learner] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'advisor' }),
      await app.person(),
    ]
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: from.id, learnerId: learner.id, since })
    const body = { from_id: from.id, advisor_id: to.id, learner_ids: [learner.id] }
    return { path, body, about: learner.id }
  },
  'POST /api/learners/{id}/guardians/{guardian_id}/override': async (path) => {
    const learner = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await linkGuardian(app.db, {
      learnerId: learner.id,
      email: 'an-aunt@example.org',
      name: 'An aunt',
      origin: 'admin',
      now: app.parts.clock(),
    })
    const { id } = await app.db
      .selectFrom('guardian_links')
      .select('id')
      .where('learner_id', '=', learner.id)
      .executeTakeFirstOrThrow()
    return {
      path: path.replace('{id}', learner.id).replace('{guardian_id}', id),
      body: { scopes: [], reason: 'By order of a court' },
      about: learner.id,
    }
  },
  'POST /api/admin/invitations': async (path) => ({
    path,
    body: { email: 'new-advisor@example.org', role: 'advisor' },
  }),
  'POST /api/admin/invitations/{id}/resend': invited,
  'DELETE /api/admin/invitations/{id}': invited,
  'POST /api/learners/{id}/agreements/{agreement_id}/countersign': async (path) => {
    const [learner, advisor] = [await app.person(), await app.person({ role: 'advisor' })]
    const now = app.parts.clock().toISOString()
    await app.db
      .insertInto('agreement_texts')
      .values({ sha256: 'x', version: '1', title: 'x', text: 'x', kept_at: now })
      .execute()
    const { id } = await app.db
      .insertInto('agreements')
      .values({
        learner_id: learner.id,
        text_sha256: 'x',
        state: 'signed',
        signed_on: now.slice(0, 10),
        signed_by: advisor.id,
        signers: JSON.stringify(
          ['learner', 'guardian', 'school'].map((role) => ({ role, name: 'Ada Lovelace' })),
        ),
        place: 'Reading room',
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = path.replace('{id}', learner.id).replace('{agreement_id}', id)
    return { path: ids, about: learner.id }
  },
  'POST /api/admin/imports': async (path) => {
    const form = fileForm('email,first_name,last_name,role\n', 'people.csv')
    form.set('format', 'simple')
    return { path, form }
  },
  'POST /api/admin/imports/pull': async (path) => ({ path }),
  'POST /api/admin/imports/{id}/undo': applied,
  'POST /api/admin/imports/{id}/reminders': applied,
  'POST /api/admin/imports/{id}/cancellation': (path) => brought(path, { state: 'applying' }),
  'DELETE /api/admin/imports/{id}': (path) => brought(path),
  'PUT /api/admin/imports/limits': async (path) => ({
    path,
    body: {
      suspends_missing: false,
      suspended_percent: 1,
      moved_percent: 5,
      addresses_percent: 1,
      joined_percent: 1,
      guardians_percent: 1,
      errors: 0,
    },
  }),
  'POST /api/admin/mail/test': async (path) => ({ path }),
  'POST /api/admin/legal-texts/review': async (path) => ({ path }),
  'POST /api/admin/jobs/{id}/retry': failed,
  'DELETE /api/admin/jobs/{id}': failed,
  'PATCH /api/admin/users/{id}': (path) => onPerson(path, { role: 'parent' })(),
  'POST /api/admin/users/{id}/password-link': (path) => onPerson(path)(),
  'DELETE /api/admin/users/{id}/sessions': (path) => onPerson(path)(),
  'POST /api/admin/users/{id}/sign-in-as': (path) => onPerson(path, { reason: 'A question' })(),
  'DELETE /api/admin/users/{id}/second-factor': async (path) => {
    const proper = await onPerson(path, undefined, 'advisor')()
    await app.db
      .insertInto('totp_factors')
      .values({ user_id: proper.about!, sealed_secret: 'x', last_step: 0 })
      .execute()
    return proper
  },
  'PUT /api/admin/safeguarding/{id}': (path) => onPerson(path, { safeguarding: true }, 'advisor')(),
  'PUT /api/admin/second-factor': async (path) => ({ path, body: { required: false } }),
  'POST /api/admin/plan': async (path) => ({
    path,
    body: {
      from_version: 1,
      name: 'Our plan',
      xp_per_credit: 6000,
      rule: ['One credit stands for 6,000 XP.'],
      subjects: SUBJECTS.map((subject) => ({ subject, required: subject === 'arts' ? 1.5 : 1 })),
    },
  }),
  'PUT /api/admin/settings': async (path) => ({
    path,
    body: { site_name: 'North Shore School', support_email: 'help@school.example' },
  }),
  'PUT /api/admin/settings/offers': async (path) => ({ path, body: { offers: ['consultations'] } }),
  'PUT /api/admin/settings/colour': async (path) => ({ path, body: { brand_hue: 250 } }),
  'POST /api/admin/settings/logo': async (path) => ({
    path,
    form: fileForm(await logo(), 'logo.png'),
  }),
  'DELETE /api/admin/settings/logo': async (path) => ({ path }),
}

test('every write that only admins may do is tried here', () => {
  expect(writes.map(nameOf).toSorted()).toEqual([...Object.keys(PROPER), ...BY_A_JOB].toSorted())
})

const tried = writes.filter((endpoint) => !BY_A_JOB.includes(nameOf(endpoint)))

test.each(tried.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s leaves a line that says who did it, from where, and to whom',
  async (name, { method, path }) => {
    const proper = await PROPER[name]!(path)
    const { id: last } = await app.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max<number>('id').as('id'))
      .executeTakeFirstOrThrow()
    const form = proper.form ? new Response(proper.form) : undefined
    const { statusCode, body } = await app.http.inject({
      method,
      url: proper.path,
      headers: {
        ...admin.headers,
        ...(form ? { 'content-type': form.headers.get('content-type')! } : {}),
      },
      payload: form ? Buffer.from(await form.arrayBuffer()) : proper.body,
    })
    expect(statusCode, body).toBeLessThan(300)
    const lines = await app.db
      .selectFrom('audit_log')
      .select(['subject_id', 'address'])
      .where('id', '>', last)
      .where('actor_id', '=', admin.id)
      .execute()
    expect(lines).toContainEqual(
      expect.objectContaining({
        address: expect.any(String),
        ...(proper.about ? { subject_id: proper.about } : {}),
      }),
    )
  },
)

test('a logo is a picture drawn anew: no drawing that can run, no bomb, nothing endless', async () => {
  const send = (content: Buffer | string, name: string) =>
    admin.call(siteSettings).changeLogo({ form: fileForm(content, name) })
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [content, name, status] of [
    [script, 'logo.svg', 415],
    [script, 'logo.png', 415],
    [bombPng(50_000, 50_000), 'logo.png', 413],
    [Buffer.alloc(26 * 1024 * 1024, 1), 'logo.png', 413],
    ['', 'logo.png', 400],
  ] as const) {
    await expect(send(content, name), name).rejects.toMatchObject({ status })
  }
  const { logo_url } = await send(await logo(), 'logo.png')
  const { statusCode, headers, rawPayload } = await app.http.inject({ url: logo_url! })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/webp' })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 480, height: 48 })
})

test('a new version of the plan holds for everybody at once, and is made of the newest', async () => {
  const ada = await app.person()
  const show = () => admin.call(diplomaPlan).showDiplomaPlan()
  const { version, name, rule, subjects } = await show()
  const body = {
    from_version: version,
    name,
    rule,
    xp_per_credit: 6000,
    subjects: subjects.map(({ subject }) => ({ subject, required: 2.25 })),
  }
  const requiredOf = async () =>
    (await ada.call(credits).getCredits()).rows.map(({ required }) => required)
  const before = await requiredOf()
  const made = await admin.call(diplomaPlan).changeDiplomaPlan({ body })
  expect(made.versions.map(({ version }) => version)).toEqual(
    Array.from({ length: version + 1 }, (_, older) => version + 1 - older),
  )
  expect(await requiredOf()).toEqual(before.map(() => 2.25))
  await expect(admin.call(diplomaPlan).changeDiplomaPlan({ body })).rejects.toMatchObject({
    status: 409,
  })
  const nothing = subjects.map(({ subject }) => ({ subject, required: 0 }))
  for (const wrong of [{ subjects: nothing }, { subjects: nothing.slice(1) }, { xp_per_credit: 0 }])
    await expect(
      admin.call(diplomaPlan).changeDiplomaPlan({ body: { ...body, ...wrong } }),
    ).rejects.toMatchObject({ status: 400 })
})
