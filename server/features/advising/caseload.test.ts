import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { caseload } from '#contract/caseload'
import { guardians } from '#contract/guardians'
import { notifications } from '#contract/notifications'
import { people } from '#contract/people'
import { plan } from '#contract/plan'
import { reviews } from '#contract/reviews'
import { signInCards } from '#contract/sign-in-cards'
import { notifyPerson } from '#features/notifications'
import { changeRole } from '#features/people'
import { submitTask } from '#features/quests'
import type { Role } from '#rules/membership'
import { openSecondPool } from '#testing/database'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { assignLearner } from './assign.ts'
import { endCaseload } from './assignments.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let quest: { id: string; tasks: string[] }
beforeAll(async () => {
  app = await startApp()
  quest = await createQuest(
    app.db,
    Array.from({ length: 12 }, () => ({ pillar: 'creativity' as const, xp: 50 })),
  )
})
afterAll(() => app.stop())

const newAdvisor = (firstName = 'Samuel') => app.person({ role: 'advisor', firstName })
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: learner.id,
    since: app.parts.clock(),
  })
/** Creates a learner of this advisor. */
const learnerOf = async (advisor: Person, firstName = 'Ada') => {
  const learner = await app.person({ firstName })
  await assign(advisor, learner)
  return learner
}
const listed = async (
  advisor: Person,
  query: { search?: string; limit?: number; stuck?: 'true' } = {},
) => (await advisor.call(caseload).listCaseload({ query })).items
const names = (items: { first_name: string }[]) => items.map(({ first_name }) => first_name)
const ago = (days: number) => new Date(app.parts.clock().getTime() - days * DAY)
/** Submits one task for each entry, that many days ago. */
const handIn = async (learner: Person, days: readonly number[]) => {
  await asLearner(learner).start(quest.id)
  for (const [i, each] of days.entries()) {
    await app.db
      .transaction()
      .execute((db) => submitTask(db, learner.id, quest.tasks[i]!, words('Done.'), ago(each)))
  }
}
const decideAll = (learner: Person, state: 'accepted' | 'returned', days = 0) =>
  app.db
    .updateTable('attempts')
    .set({ state, comment: 'Please say more.', decided_at: ago(days).toISOString() })
    .where('learner_id', '=', learner.id)
    .execute()
const takeTimeOff = (learner: Person, advisor: Person, days: number) =>
  advisor.call(plan).changePlan({
    params: { id: learner.id },
    body: {
      entries: [],
      breaks: [
        {
          from: ago(days).toISOString().slice(0, 10),
          to: ago(-3).toISOString().slice(0, 10),
          label: 'At the sea',
        },
      ],
    },
  })

describe('the caseload', () => {
  test('who has waited longest for an answer comes first, then who was quiet longest', async () => {
    const advisor = await newAdvisor()
    const [wait2, quiet9, wait5, quiet1] = await Promise.all(
      ['Two', 'Nine', 'Five', 'One'].map((name) => learnerOf(advisor, name)),
    )
    await handIn(wait2!, [2])
    await handIn(wait5!, [5])
    for (const [learner, days] of [
      [quiet9!, 9],
      [quiet1!, 1],
    ] as const) {
      await handIn(learner, [days])
      await decideAll(learner, 'accepted')
    }
    await learnerOf(advisor, 'New')
    const asker = await learnerOf(advisor, 'Asks')
    await asker.call(plan).propose({ params: { id: asker.id }, body: { quest_id: quest.id } })
    const all = await listed(advisor)
    expect(names(all)).toEqual(['Five', 'Two', 'Asks', 'New', 'Nine', 'One'])
    expect(all[0]).toMatchObject({ waiting: 1, proposals: 0, returned: 0 })
    expect(all[2]).toMatchObject({ waiting: 0, proposals: 1 })

    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const { items, next_cursor } = await advisor
        .call(caseload)
        .listCaseload({ query: { limit: 2, cursor } })
      pages.push(names(items))
      cursor = next_cursor ?? undefined
    } while (cursor)
    expect(pages).toEqual([
      ['Five', 'Two'],
      ['Asks', 'New'],
      ['Nine', 'One'],
    ])
  })

  test('is searched by name, and nothing in a name is a pattern', async () => {
    const advisor = await newAdvisor()
    for (const name of ['Maya', 'Noah', 'Max_']) await learnerOf(advisor, name)
    expect(names(await listed(advisor, { search: 'ma' })).toSorted()).toEqual(['Max_', 'Maya'])
    expect(names(await listed(advisor, { search: 'love noa' }))).toEqual(['Noah'])
    expect(names(await listed(advisor, { search: '_' }))).toEqual(['Max_'])
    expect(await listed(advisor, { search: '%' })).toEqual([])
  })

  test('tells the rhythm, and silence after it with its figures, unless it is a break', async () => {
    const advisor = await newAdvisor()
    const quiet = await learnerOf(advisor, 'Quiet')
    const away = await learnerOf(advisor, 'Away')
    for (const learner of [quiet, away]) {
      await handIn(learner, [40, 38, 33, 31, 26, 24, 19, 17])
      await decideAll(learner, 'accepted')
    }
    await takeTimeOff(away, advisor, 16)
    const items = await listed(advisor)
    const of = (name: string) => items.find(({ first_name }) => first_name === name)!
    expect(of('Quiet').concerns).toEqual([{ kind: 'quiet', days: 17, per_week: 2 }])
    expect(of('Quiet').weeks).toHaveLength(8)
    expect(of('Quiet').weeks.reduce((sum, { hand_ins }) => sum + hand_ins, 0)).toBe(8)
    expect(of('Away')).toMatchObject({ concerns: [], on_break: { label: 'At the sea' } })
  })

  test('returned work that nobody takes up again is a reason to ask', async () => {
    const advisor = await newAdvisor()
    const ada = await learnerOf(advisor)
    await handIn(ada, [30, 30])
    await decideAll(ada, 'returned', 20)
    const [seen] = await listed(advisor)
    expect(seen).toMatchObject({ waiting: 0, returned: 2 })
    expect(seen!.concerns).toContainEqual({ kind: 'returned', days: 20, pieces: 2 })
    await asLearner(ada).submit(quest.tasks[0]!)
    expect((await listed(advisor))[0]).toMatchObject({ waiting: 1, returned: 1 })
  })

  test('those who may be stuck can be listed alone, the longest-standing reason first', async () => {
    const advisor = await newAdvisor()
    for (const [name, days] of [
      ['Fortnight', 16],
      ['Month', 30],
      ['Yesterday', 1],
    ] as const) {
      const learner = await learnerOf(advisor, name)
      await handIn(learner, [days])
      await decideAll(learner, 'returned', days)
    }
    expect(names(await listed(advisor, { stuck: 'true' }))).toEqual(['Month', 'Fortnight'])
    expect(names(await listed(advisor, { stuck: 'true', limit: 1 }))).toEqual(['Month'])
    expect(await listed(await newAdvisor(), { stuck: 'true' })).toEqual([])
  })
})

describe('a learner has one advisor at a time', () => {
  test('and a history; the former one sees a learner no more at once', async () => {
    const [first, second] = [await newAdvisor(), await newAdvisor('Leila')]
    const admin = await app.person({ role: 'admin' })
    const ada = await learnerOf(first)
    const see = (by: Person) => by.call(advising).getLearner({ params: { id: ada.id } })
    await see(first)
    await ada
      .call(plan)
      .propose({ params: { id: ada.id }, body: { quest_id: quest.id, note: 'I like kites' } })
    const told = async () => (await first.call(notifications).listNotifications()).items
    expect(await told()).toMatchObject([{ title: expect.stringContaining('Ada’s plan') }])
    await admin
      .call(caseload)
      .assignAdvisor({ params: { id: ada.id }, body: { advisor_id: second.id } })
    await expect(see(first)).rejects.toMatchObject({ status: 404 })
    expect([await listed(first), await told()]).toEqual([[], []])
    expect(names(await listed(second))).toEqual(['Ada'])
    expect((await see(second)).advisors).toMatchObject([
      { name: 'Leila Lovelace', until: null },
      { name: 'Samuel Lovelace', until: app.parts.clock().toISOString() },
    ])
  })

  test('the former one is told of no more than a report that came to them for safeguarding', async () => {
    const [former, second] = [await newAdvisor(), await newAdvisor('Leila')]
    const safeguard = await newAdvisor('Mara')
    await app.db
      .updateTable('users')
      .set({ safeguarding: true })
      .where('id', '=', safeguard.id)
      .execute()
    for (const [advisor, left] of [
      [former, []],
      [safeguard, ['safety']],
    ] as const) {
      const ada = await learnerOf(advisor)
      for (const category of ['safety', 'plan'] as const) {
        const notice = { category, title: 'News', path: '/safety', aboutId: ada.id }
        await notifyPerson(app.db, { ...notice, personId: advisor.id }, app.parts.clock())
      }
      await assign(second, ada)
      const { items } = await advisor.call(notifications).listNotifications()
      expect(items.map(({ category }) => category)).toEqual(left)
    }
  })

  test('an admin finds those whose advisor no longer works here, and gives them to somebody', async () => {
    const leaving = await newAdvisor()
    const admin = await app.person({ role: 'admin' })
    const ada = await learnerOf(leaving, 'Stranded')
    const unassigned = async () =>
      (await admin.call(caseload).listUnassigned({ query: { limit: 100 } })).items
    expect(names(await unassigned())).not.toContain('Stranded')
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', leaving.id)
      .execute()
    expect((await unassigned()).find(({ id }) => id === ada.id)).toMatchObject({
      first_name: 'Stranded',
      before: 'Samuel Lovelace',
    })
    const assignTo = (advisor_id: string) =>
      admin.call(caseload).assignAdvisor({ params: { id: ada.id }, body: { advisor_id } })
    for (const id of [leaving.id, ada.id, '7b0e4f0e-0000-4000-8000-000000000000']) {
      await expect(assignTo(id)).rejects.toMatchObject({
        status: 400,
        fields: { advisor_id: expect.any(String) },
      })
    }
    await assignTo((await newAdvisor()).id)
    expect(names(await unassigned())).not.toContain('Stranded')
  })

  test('an advisor who leaves the staff and comes back has nobody in their care, and no card of theirs works', async () => {
    const [leaving, colleague] = [await newAdvisor(), await newAdvisor('Leila')]
    const admin = await app.person({ role: 'admin' })
    const ada = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await assign(leaving, ada)
    const offered = await learnerOf(colleague, 'Offered')
    await colleague.call(caseload).offerHandover({
      params: { id: offered.id },
      body: { advisor_id: leaving.id, words: '' },
    })
    const { url } = await leaving.call(signInCards).makeCard({ params: { id: ada.id } })
    const give = (role: Role) =>
      admin
        .call(people)
        .changePerson({ params: { id: leaving.id }, body: { role, reason: 'A year abroad' } })
    await give('parent')
    const unassigned = await admin.call(caseload).listUnassigned({ query: { limit: 100 } })
    expect(unassigned.items.find(({ id }) => id === ada.id)).toMatchObject({
      before: 'Samuel Lovelace',
    })
    await give('advisor')
    const back = await app.signIn(leaving.email)
    expect(await listed(back)).toEqual([])
    expect((await back.call(caseload).listHandovers()).items).toEqual([])
    await expect(back.call(advising).getLearner({ params: { id: ada.id } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      app.anyone.call(signInCards).showCard({ body: { card: url.split('#')[1]! } }),
    ).rejects.toMatchObject({ status: 401 })
    const seen = await admin.call(advising).getLearner({ params: { id: ada.id } })
    expect(seen.advisors).toMatchObject([{ name: 'Samuel Lovelace', until: expect.any(String) }])
  })

  test('an advisor who leaves the staff at the same moment gets no learner', async () => {
    const leaving = await newAdvisor()
    const admin = await app.person({ role: 'admin' })
    const ada = await app.person({ firstName: 'Ada' })
    const other = await openSecondPool(app.database)
    const { assigned } = await other.db.transaction().execute(async (db) => {
      await changeRole(db, leaving.id, { role: 'parent' })
      await endCaseload(db, leaving.id, { userId: admin.id, now: app.parts.clock() })
      const params = { id: ada.id }
      const assigned = admin
        .call(caseload)
        .assignAdvisor({ params, body: { advisor_id: leaving.id } })
        .catch((error: unknown) => error)
      await sleep(300)
      return { assigned }
    })
    expect(await assigned).toMatchObject({ status: 400 })
    await other.drop()
    const rows = app.db.selectFrom('caseload').select('since').where('learner_id', '=', ada.id)
    expect(await rows.execute()).toEqual([])
  })

  test('a guardian is never their child’s advisor', async () => {
    const teacher = await newAdvisor()
    const admin = await app.person({ role: 'admin' })
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    await recordConsent(app, child, teacher)
    await expect(
      admin
        .call(caseload)
        .assignAdvisor({ params: { id: child.id }, body: { advisor_id: teacher.id } }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('guardian') })
  })

  test('an advisor who becomes a guardian hands the learner back, with what waits for review', async () => {
    const [teacher, colleague] = [await newAdvisor(), await newAdvisor('Leila')]
    const [child, other] = [await learnerOf(teacher), await learnerOf(teacher, 'Ben')]
    await handIn(child, [1])
    await handIn(other, [1])
    const waiting = async () =>
      (await teacher.call(reviews).listReviews({ query: {} })).items.map(
        ({ learner }) => learner.id,
      )
    expect((await waiting()).toSorted()).toEqual([child.id, other.id].toSorted())
    const { id: offer } = await teacher.call(caseload).offerHandover({
      params: { id: child.id },
      body: { advisor_id: colleague.id, words: '' },
    })

    const { code } = await child.call(guardians).makePairingCode({
      params: { id: child.id },
      body: { scopes: ['view'] },
    })
    await teacher.call(guardians).redeemPairingCode({ body: { code } })

    expect(names(await listed(teacher))).toEqual(['Ben'])
    expect(await waiting()).toEqual([other.id])
    await expect(
      colleague.call(caseload).decideHandover({
        params: { id: offer },
        body: { decision: 'accepted' },
      }),
    ).rejects.toMatchObject({ status: 404 })
    const { advisors } = await (
      await app.person({ role: 'admin' })
    )
      .call(advising)
      .getLearner({ params: { id: child.id } })
    expect(advisors).toMatchObject([{ name: 'Samuel Lovelace', until: expect.any(String) }])
  })

  test('an advisor who becomes a guardian keeps no notification and no waiting email about the learner', async () => {
    const teacher = await newAdvisor()
    const child = await learnerOf(teacher)
    const notice = {
      personId: teacher.id,
      category: 'family',
      path: '/',
      aboutId: child.id,
    } as const
    await notifyPerson(app.db, { ...notice, title: 'Ada’s family wrote' }, app.parts.clock())
    await sql`insert into pgboss.job (name, data) values ('mail-dead', ${JSON.stringify({
      to: teacher.email,
      about: [child.id],
    })}::jsonb)`.execute(app.db)
    const { code } = await child.call(guardians).makePairingCode({
      params: { id: child.id },
      body: { scopes: ['view'] },
    })
    await teacher.call(guardians).redeemPairingCode({ body: { code } })
    const { items } = await teacher.call(notifications).listNotifications()
    expect(items.map(({ title }) => title)).not.toContain('Ada’s family wrote')
    const left = await sql`
      select from pgboss.job where data ->> 'to' = ${teacher.email} and data -> 'about' ? ${child.id}`.execute(
      app.db,
    )
    expect(left.rows).toEqual([])
  })
})

describe('a handover', () => {
  const offer = (ada: Person, from: Person, to: Person) =>
    from.call(caseload).offerHandover({
      params: { id: ada.id },
      body: { advisor_id: to.id, words: 'I am away from May on.' },
    })
  const answer = (by: Person, id: string, decision: 'accepted' | 'declined') =>
    by.call(caseload).decideHandover({ params: { id }, body: { decision } })

  test('changes nothing until the colleague accepts', async () => {
    const [from, to, other] = [await newAdvisor(), await newAdvisor('Leila'), await newAdvisor()]
    const ada = await learnerOf(from)
    const { id } = await offer(ada, from, to)
    await expect(offer(ada, from, other)).rejects.toMatchObject({ status: 409 })
    expect(names(await listed(from))).toEqual(['Ada'])
    expect((await to.call(caseload).listHandovers()).items).toMatchObject([
      { id, learner_name: 'Ada Lovelace', words: 'I am away from May on.' },
    ])
    await expect(answer(other, id, 'accepted')).rejects.toMatchObject({ status: 404 })
    await expect(answer(from, id, 'accepted')).rejects.toMatchObject({ status: 404 })
    await answer(to, id, 'accepted')
    expect(await listed(from)).toEqual([])
    expect(names(await listed(to))).toEqual(['Ada'])
    await expect(answer(to, id, 'accepted')).rejects.toMatchObject({ status: 404 })
  })

  test('can be declined, taken back, and is void once somebody else looks after the learner', async () => {
    const [from, to] = [await newAdvisor(), await newAdvisor()]
    const ada = await learnerOf(from)
    await answer(to, (await offer(ada, from, to)).id, 'declined')
    await offer(ada, from, to)
    await from.call(caseload).withdrawHandover({ params: { id: ada.id } })
    const { id } = await offer(ada, from, to)
    await assign(await newAdvisor(), ada)
    await expect(answer(to, id, 'accepted')).rejects.toMatchObject({ status: 404 })
    await expect(offer(ada, from, to)).rejects.toMatchObject({ status: 404 })
  })

  test('is void while whoever offered it is suspended', async () => {
    const [from, to] = [await newAdvisor(), await newAdvisor()]
    const { id } = await offer(await learnerOf(from), from, to)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', from.id)
      .execute()
    expect((await to.call(caseload).listHandovers()).items).toEqual([])
    await expect(answer(to, id, 'accepted')).rejects.toMatchObject({ status: 404 })
  })
})

describe('notes of staff', () => {
  const notes = (by: Person, id: string) => by.call(advising).listNotes({ params: { id } })
  const write = (by: Person, id: string, said: string) =>
    by.call(advising).writeNote({ params: { id }, body: { words: said } })

  test('are kept with author and time, for the advisor of now and admins alone', async () => {
    const advisor = await newAdvisor()
    const ada = await learnerOf(advisor)
    const note = await write(advisor, ada.id, 'Grandmother is ill. Go gently.')
    expect(note).toMatchObject({ author: 'Samuel Lovelace', edited_at: null, may_edit: true })
    const admin = await app.person({ role: 'admin' })
    expect((await notes(admin, ada.id)).items).toMatchObject([{ may_edit: false }])
    const next = await newAdvisor('Leila')
    await assign(next, ada)
    expect((await notes(next, ada.id)).items).toHaveLength(1)
    await expect(notes(advisor, ada.id)).rejects.toMatchObject({ status: 404 })
    await expect(write(advisor, ada.id, 'x')).rejects.toMatchObject({ status: 404 })
    await expect(notes(ada, ada.id)).rejects.toMatchObject({ status: 403 })
  })

  test('are the author’s to change within a day, and stay as they are after it', async () => {
    const advisor = await newAdvisor()
    const ada = await learnerOf(advisor)
    const { id } = await write(advisor, ada.id, 'Firts')
    const change = (by: Person, said: string) =>
      by.call(advising).changeNote({ params: { id: ada.id, note_id: id }, body: { words: said } })
    expect(await change(advisor, 'First')).toMatchObject({ words: 'First', may_edit: true })
    const admin = await app.person({ role: 'admin' })
    await expect(change(admin, 'Other words')).rejects.toMatchObject({ status: 409 })
    app.moveClock(DAY)
    const later = await app.signIn(advisor.email)
    await expect(change(later, 'Second thoughts')).rejects.toMatchObject({ status: 409 })
    for (const tamper of [
      app.db.deleteFrom('staff_notes').where('id', '=', id),
      app.db.updateTable('staff_notes').set({ words: 'x', edited_at: null }).where('id', '=', id),
    ]) {
      await expect(tamper.execute()).rejects.toThrow(/stays as it is/)
    }
    await app.db.deleteFrom('users').where('id', '=', ada.id).execute()
  })
})

describe('an admin hands several learners of one advisor to another', () => {
  test('in one call, which tells each advisor once', async () => {
    const [old, next, admin] = [
      await newAdvisor(),
      await newAdvisor('Nina'),
      await app.person({ role: 'admin' }),
    ]
    const learners = [
      await learnerOf(old, 'Ada'),
      await learnerOf(old, 'Bo'),
      await learnerOf(old, 'Cy'),
    ]
    const call = admin.call(caseload)
    const { items } = await call.listLearnersOf({ params: { id: old.id } })
    expect(items.map(({ id }) => id).toSorted()).toEqual(learners.map(({ id }) => id).toSorted())
    const moved = learners.slice(0, 2).map(({ id }) => id)
    await call.moveLearners({
      body: { from_id: old.id, advisor_id: next.id, learner_ids: moved },
    })
    expect(names(await listed(old))).toEqual(['Cy'])
    expect(names(await listed(next)).toSorted()).toEqual(['Ada', 'Bo'])
    const toldTo = async (person: Person) =>
      (await person.call(notifications).listNotifications({ query: {} })).items.map(
        ({ title }) => title,
      )
    expect(await toldTo(old)).toEqual(['2 learners are now in another advisor’s care'])
    expect(await toldTo(next)).toEqual(['2 learners are newly in your care'])
  })

  test('and the new one is told once that cards have ended, however many', async () => {
    const [old, next, admin] = [
      await newAdvisor(),
      await newAdvisor('Nina'),
      await app.person({ role: 'admin' }),
    ]
    const learners = [await learnerOf(old, 'Ada'), await learnerOf(old, 'Bo')]
    const ids = learners.map(({ id }) => id)
    for (const [index, id] of ids.entries()) {
      await app.db
        .updateTable('users')
        .set({ email: null, email_verified_at: null, sign_in_name: `child${2000 + index}` })
        .where('id', '=', id)
        .execute()
    }
    await admin.call(caseload).moveLearners({
      body: { from_id: old.id, advisor_id: next.id, learner_ids: ids },
    })
    const { items } = await next.call(notifications).listNotifications({ query: {} })
    expect(items.map(({ title }) => title).toSorted()).toEqual([
      '2 learners are newly in your care',
      '2 learners new in your care need new sign-in cards',
    ])
  })

  test('and all stay if one has another advisor by now, or a guardian who would advise them', async () => {
    const [old, other, admin] = [
      await newAdvisor(),
      await newAdvisor('Nina'),
      await app.person({ role: 'admin' }),
    ]
    const mine = await learnerOf(old, 'Ada')
    const theirs = await learnerOf(other, 'Bo')
    const move = (advisor: Person, ...learners: Person[]) =>
      admin.call(caseload).moveLearners({
        body: {
          from_id: old.id,
          advisor_id: advisor.id,
          learner_ids: learners.map(({ id }) => id),
        },
      })
    await expect(move(other, mine, theirs)).rejects.toMatchObject({ status: 409 })
    const parent = await newAdvisor('Pat')
    const child = await app.person({ firstName: 'Kid', dateOfBirth: app.birthdayAt(14) })
    await assign(old, child)
    await app.db
      .insertInto('guardian_links')
      .values({
        learner_id: child.id,
        guardian_email: parent.email,
        guardian_name: 'Pat',
        scopes: ['view'],
        origin: 'admin',
        since: app.parts.clock().toISOString(),
      })
      .execute()
    await expect(move(parent, mine, child)).rejects.toMatchObject({ status: 409 })
    expect(names(await listed(old)).toSorted()).toEqual(['Ada', 'Kid'])
  })
})
