import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { caseload } from '#contract/caseload'
import { notifications } from '#contract/notifications'
import { eraseDue, eraseUnconsented } from '#features/privacy'
import { type Roster, rosterOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { sendEmails } from './send-emails.ts'

const DAY = 24 * 3_600_000

// Two homerooms of 25 learners: even numbers are in k-0 with the teacher t-0, odd ones in k-1 with t-1.

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  const env = { MAIL_PER_MINUTE: '1000' }
  app = await startApp({ work: true, poolSize: 3, env })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

const idOf = async (sourcedId: string) => {
  const address = `${sourcedId.startsWith('s-') ? sourcedId.replace('-', '') : sourcedId}@school.example`
  return (await site.user(address))!.id
}

/** Signs in as a teacher of the roster, whose password is replaced. */
const teacher = async (sourcedId: string): Promise<Person> => {
  const { password_hash } = (await site.user(site.admin.email))!
  const id = await idOf(sourcedId)
  const verified = { password_hash, legal_version: '1', email_verified_at: '2026-01-01T00:00:00Z' }
  await app.db.updateTable('users').set(verified).where('id', '=', id).execute()
  return app.signIn(`${sourcedId}@school.example`)
}
const read = (advisor: Person, learnerId: string) =>
  advisor.call(advising).getLearner({ params: { id: learnerId } })
const after = async (days: number) => {
  app.moveClock(days * DAY)
  await eraseUnconsented(app.parts)
  await eraseDue(app.parts)
  await site.signInAgain()
}
const bring = async (roster: Roster) => {
  const shown = await site.bringRoster(roster)
  const { items: moves } = await site.call.listMoves({ params: { id: shown.id } })
  const applied = await site.apply(shown, { suspend_missing: true, even_many: true })
  expect(applied.state).toBe('applied')
  return { ...applied, moves }
}
const inClass = (roster: Roster, learner: string, homeroom: string): Roster => ({
  ...roster,
  enrollments: roster.enrollments.map((row) =>
    row['userSourcedId'] === learner ? { ...row, classSourcedId: homeroom } : row,
  ),
})
const without = (roster: Roster, learner: string): Roster => ({
  ...roster,
  users: roster.users.filter(({ sourcedId }) => sourcedId !== learner),
  demographics: roster.demographics.filter(({ sourcedId }) => sourcedId !== learner),
  roles: roster.roles.filter(({ userSourcedId }) => userSourcedId !== learner),
  enrollments: roster.enrollments.filter(({ userSourcedId }) => userSourcedId !== learner),
})
const titlesOf = async (person: Person) =>
  (await person.call(notifications).listNotifications({ query: {} })).items.map(
    ({ title }) => title,
  )

test(
  'a district’s year: nobody is lost, nobody reads a child who left them, no email goes twice',
  { timeout: 300_000 },
  async () => {
    // August.
    let roster = rosterOf(50)
    const august = await bring(roster)
    expect(august.people).toEqual({ create: 77 })
    expect(august.moves).toEqual([
      { from: null, to: 'Alex t-0, PhD', learners: 25 },
      { from: null, to: 'Alex t-1, PhD', learners: 25 },
    ])
    for (let runs = 0; runs < 3; runs += 1) {
      await site.call.inviteImported({ params: { id: august.id } })
      await sendEmails(app.parts)
    }

    // Silent parents until Christmas.
    await after(120)
    const [mover, chosen, leaver] = [await idOf('s-2'), await idOf('s-4'), await idOf('s-6')]
    expect((await site.user('s6@school.example'))?.status).toBe('pending_consent')
    let [old, next] = [await teacher('t-0'), await teacher('t-1')]
    expect(await read(old, mover)).toMatchObject({ first_name: 'Given2' })
    await expect(read(next, mover)).rejects.toMatchObject({ status: 404 })

    // At Christmas a learner changes class, and another stays with the advisor whom an admin has chosen.
    await site.admin.call(caseload).assignAdvisor({
      params: { id: chosen },
      body: { advisor_id: await idOf('t-1') },
    })
    roster = inClass(roster, 's-2', 'k-1')
    const christmas = await bring(roster)
    expect(christmas.moves).toEqual([{ from: 'Alex t-0, PhD', to: 'Alex t-1, PhD', learners: 1 }])
    await expect(read(old, mover)).rejects.toMatchObject({ status: 404 })
    expect(await read(next, mover)).toMatchObject({ first_name: 'Given2' })
    expect(await read(next, chosen)).toMatchObject({ first_name: 'Given4' })
    expect(await titlesOf(old)).toContain(
      '1 learner is moved to another class and no longer in your care',
    )
    expect(await titlesOf(next)).toContain(
      '1 learner is newly in your care, from the school’s register',
    )

    // One leaves in spring, without consent, and one who is older.
    const left = without(without(roster, 's-6'), 's-8')
    await bring(left)
    await expect(read(old, leaver)).rejects.toMatchObject({ status: 404 })
    await expect(read(old, await idOf('s-8'))).rejects.toMatchObject({ status: 404 })
    await after(8)
    expect(await site.user('s6@school.example')).toBeUndefined()
    expect(await site.user('s8@school.example')).toMatchObject({ status: 'suspended' })

    // Summer, and a rollover in which the teachers change classes and both leavers are back.
    await after(200)
    const rolled: Roster = {
      ...roster,
      enrollments: roster.enrollments.map((row) =>
        row['role'] === 'teacher'
          ? { ...row, classSourcedId: row['classSourcedId'] === 'k-0' ? 'k-1' : 'k-0' }
          : row,
      ),
    }
    const rollover = await bring(rolled)
    expect(rollover.people).toMatchObject({ create: 1, restore: 1 })
    expect(rollover.moves).toEqual([
      { from: 'Alex t-0, PhD', to: 'Alex t-1, PhD', learners: 22 },
      { from: 'Alex t-1, PhD', to: 'Alex t-0, PhD', learners: 26 },
      { from: null, to: 'Alex t-1, PhD', learners: 1 },
    ])
    old = await app.signIn(old.email)
    next = await app.signIn(next.email)
    expect(await read(old, mover)).toMatchObject({ first_name: 'Given2' })
    await expect(read(next, mover)).rejects.toMatchObject({ status: 404 })
    expect(await read(next, chosen)).toMatchObject({ first_name: 'Given4' })

    const learners = await app.db
      .selectFrom('users')
      .select('status')
      .where('role', '=', 'student')
      .execute()
    expect(learners).toHaveLength(50)
    expect(new Set(learners.map(({ status }) => status))).toEqual(
      new Set(['active', 'pending_consent']),
    )
    expect(await app.db.selectFrom('caseload').select('learner_id').execute()).toHaveLength(50)

    // 77 people and the guardians of 17 children, one each. The two about the erased child are gone.
    const { rows: emails } = await sql<{ to: string; about: string }>`
    select data ->> 'to' as "to", data ->> 'about' as about
    from pgboss.job where name = 'mail' and data ? 'about'`.execute(app.db)
    expect(emails).toHaveLength(92)
    expect(new Set(emails.map(({ to, about }) => `${to} ${about}`)).size).toBe(92)
  },
)
