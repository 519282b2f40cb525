import { afterAll, beforeAll, expect, test } from 'vitest'

import { caseload } from '#contract/caseload'
import { groups, MAX_GROUP_SIZE, MAX_GROUPS } from '#contract/groups'
import { guardians } from '#contract/guardians'
import { people } from '#contract/people'
import { plan } from '#contract/plan'
import { changeDuring } from '#testing/change-during'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { sweepExpired } from '../../sweep.ts'
import { assignLearner } from './assign.ts'
import { createGroup } from './groups.ts'

const DAY = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 3 })
})
afterAll(() => app.stop())

const newAdvisor = (firstName = 'Samuel') => app.person({ role: 'advisor', firstName })
const assign = (advisor: Person, learner: Person) =>
  assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since: app.parts.clock() })
const learnerOf = async (advisor: Person, firstName = 'Ada', lastName = 'Lovelace') => {
  const learner = await app.person({ firstName, lastName })
  await assign(advisor, learner)
  return learner
}
const makeGroup = (advisor: Person, learners: readonly Person[], name = 'Astronomers') =>
  advisor
    .call(groups)
    .createLearnerGroup({ body: { name, learner_ids: learners.map(({ id }) => id) } })
const of = (id: string) => ({ params: { id } })
const membersOf = async (advisor: Person, id: string) =>
  (await advisor.call(groups).getLearnerGroup(of(id))).learners.map(({ first_name }) => first_name)
const refused = (status: number) => ({ status })

test('an advisor makes a group of their learners, in every script, renames and archives it', async () => {
  const advisor = await newAdvisor()
  const [noor, li] = [
    await learnerOf(advisor, 'نور', 'حداد'),
    await learnerOf(advisor, '李', 'Ångström'),
  ]
  const call = advisor.call(groups)
  const group = await makeGroup(advisor, [noor, li], 'Звёзды и 星')
  expect(group).toMatchObject({ name: 'Звёзды и 星', archived: false })
  expect(new Set(await membersOf(advisor, group.id))).toEqual(new Set(['نور', '李']))
  await call.changeLearnerGroup({ ...of(group.id), body: { name: 'Stars', remove: [li.id] } })
  expect(await membersOf(advisor, group.id)).toEqual(['نور'])
  const archived = await call.changeLearnerGroup({ ...of(group.id), body: { archived: true } })
  expect(archived).toMatchObject({ name: 'Stars', archived: true })
  expect((await call.listLearnerGroups()).items).toMatchObject([
    { name: 'Stars', archived: true, learner_count: 1 },
  ])
  await call.deleteLearnerGroup(of(group.id))
  await expect(call.getLearnerGroup(of(group.id))).rejects.toMatchObject(refused(404))
})

test('a group is its advisor’s alone, and holds only learners in their care', async () => {
  const [advisor, other] = [await newAdvisor(), await newAdvisor('Olga')]
  const [ada, foreign] = [await learnerOf(advisor), await learnerOf(other)]
  const ward = await learnerOf(advisor, 'Ward')
  await recordConsent(app, ward, advisor)
  for (const learner of [foreign, ward, await app.person()]) {
    await expect(makeGroup(advisor, [ada, learner])).rejects.toMatchObject({
      status: 400,
      fields: { learner_ids: 'You can only choose learners who are in your care.' },
    })
  }
  expect((await advisor.call(groups).listLearnerGroups()).items).toEqual([])
  const { items } = await advisor.call(groups).listCaseloadNames()
  expect(items.map(({ id }) => id)).toEqual([ada.id])

  const { id } = await makeGroup(advisor, [ada])
  const admin = await app.person({ role: 'admin' })
  for (const person of [other, admin]) {
    const call = person.call(groups)
    await expect(call.getLearnerGroup(of(id))).rejects.toMatchObject(refused(404))
    await expect(call.getGroupTable(of(id))).rejects.toMatchObject(refused(404))
    await expect(
      call.changeLearnerGroup({ ...of(id), body: { name: 'Mine' } }),
    ).rejects.toMatchObject(refused(404))
    await expect(call.deleteLearnerGroup(of(id))).rejects.toMatchObject(refused(404))
    await expect(
      call.giveToGroup({ ...of(id), body: { entries: [{ quest_id: id }] } }),
    ).rejects.toMatchObject(refused(404))
    const { headers } = person
    const csv = await app.http.inject({ url: `/api/advisor/groups/${id}/table.csv`, headers })
    expect(csv.statusCode).toBe(404)
  }
  const [parent, observer] = [
    await app.person({ role: 'parent' }),
    await app.person({ role: 'observer' }),
  ]
  for (const person of [ada, parent, observer]) {
    await expect(person.call(groups).getLearnerGroup(of(id))).rejects.toMatchObject(refused(403))
  }
})

test('an admin who sees the site as the advisor sees no group', async () => {
  const advisor = await newAdvisor()
  const { id } = await makeGroup(advisor, [await learnerOf(advisor)])
  const admin = await app.person({ role: 'admin' })
  const reply = await admin
    .call(people)
    .signInAs({ params: { id: advisor.id }, body: { reason: 'A question about the list' } })
  const eyes = app.visitor({ authorization: `Bearer ${reply.app_access_token}` }).call(groups)
  for (const closed of [
    () => eyes.listLearnerGroups(),
    () => eyes.getLearnerGroup(of(id)),
    () => eyes.listCaseloadNames(),
    () => eyes.listAnnouncements(of(id)),
  ]) {
    await expect(closed()).rejects.toMatchObject({ status: 403, code: 'private' })
  }
})

test('a learner who leaves the care, is suspended, waits for consent or becomes the advisor’s ward is not in the group, and is again once that ends', async () => {
  const [advisor, next] = [await newAdvisor(), await newAdvisor('Olga')]
  const ada = await learnerOf(advisor, 'Ada')
  const { id } = await makeGroup(advisor, [ada])
  const gone = async () => {
    expect(await membersOf(advisor, id)).toEqual([])
    expect((await advisor.call(groups).getGroupTable(of(id))).rows).toEqual([])
    const given = await advisor
      .call(groups)
      .giveToGroup({ ...of(id), body: { entries: [{ quest_id: quest.id }] } })
    expect(given).toEqual({ learner_count: 0, not_given: [] })
  }
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])
  const setStatus = (status: string) =>
    app.db.updateTable('users').set({ status }).where('id', '=', ada.id).execute()
  for (const status of ['suspended', 'pending_consent', 'closing']) {
    await setStatus(status)
    await gone()
  }
  await setStatus('active')
  expect(await membersOf(advisor, id)).toEqual(['Ada'])
  await assign(next, ada)
  await gone()
  await assign(advisor, ada)
  expect(await membersOf(advisor, id)).toEqual(['Ada'])
  await app.db
    .updateTable('users')
    .set({ date_of_birth: app.birthdayAt(10) })
    .where('id', '=', ada.id)
    .execute()
  await recordConsent(app, ada, advisor)
  await gone()
})

test('when an admin moves learners to another advisor, that one gets a copy of the group with them', async () => {
  const [from, to] = [await newAdvisor(), await newAdvisor('Olga')]
  const admin = await app.person({ role: 'admin' })
  const [ada, ben, cleo] = [
    await learnerOf(from, 'Ada'),
    await learnerOf(from, 'Ben'),
    await learnerOf(from, 'Cleo'),
  ]
  const { id } = await makeGroup(from, [ada, ben, cleo])
  const move = (a: Person, b: Person, ...learners: Person[]) =>
    admin.call(caseload).moveLearners({
      body: { from_id: a.id, advisor_id: b.id, learner_ids: learners.map((each) => each.id) },
    })
  const groupsOf = async (advisor: Person) =>
    (await advisor.call(groups).listLearnerGroups()).items.map(
      ({ name, learner_count }) => `${name} ${learner_count}`,
    )
  await move(from, to, ada)
  expect(await groupsOf(from)).toEqual(['Astronomers 2'])
  expect(await groupsOf(to)).toEqual(['Astronomers 1'])
  await move(from, to, ben)
  expect(await groupsOf(to)).toEqual(['Astronomers 2'])
  await move(to, from, ada, ben)
  expect(await groupsOf(from)).toEqual(['Astronomers 3'])
  expect(await membersOf(from, id)).toEqual(['Ada', 'Ben', 'Cleo'])
})

test('two changes at the same time keep each other’s, and a retry makes one group', async () => {
  const advisor = await newAdvisor()
  const [ada, ben] = [await learnerOf(advisor, 'Ada'), await learnerOf(advisor, 'Ben')]
  const call = advisor.call(groups)
  const make = () =>
    call.createLearnerGroup({ body: { name: 'Once' } }, { idempotencyKey: 'once-only' })
  const [{ id }] = await Promise.all([make(), make()])
  expect((await call.listLearnerGroups()).items).toHaveLength(1)
  await Promise.all(
    [ada, ben].map((each) => call.changeLearnerGroup({ ...of(id), body: { add: [each.id] } })),
  )
  expect(await membersOf(advisor, id)).toEqual(['Ada', 'Ben'])
})

test('a group has up to 200 learners, and an advisor up to 100 groups', async () => {
  const advisor = await newAdvisor()
  const rows = Array.from({ length: MAX_GROUP_SIZE + 1 }, (_, index) => ({
    email: `${crypto.randomUUID()}@example.org`,
    first_name: `L${index}`,
    last_name: 'Many',
    role: 'student',
    status: 'active',
    password_hash: '',
    legal_version: '1',
    created_at: app.parts.clock().toISOString(),
  }))
  const created = await app.db.insertInto('users').values(rows).returning('id').execute()
  const since = app.parts.clock().toISOString()
  await app.db
    .insertInto('caseload')
    .values(created.map(({ id }) => ({ advisor_id: advisor.id, learner_id: id, since })))
    .execute()
  const ids = created.map(({ id }) => id)
  const call = advisor.call(groups)
  const { id } = await call.createLearnerGroup({
    body: { name: 'All', learner_ids: ids.slice(0, MAX_GROUP_SIZE) },
  })
  await expect(
    call.changeLearnerGroup({ ...of(id), body: { add: ids.slice(-1) } }),
  ).rejects.toMatchObject({ status: 400 })
  expect((await call.getLearnerGroup(of(id))).learners).toHaveLength(MAX_GROUP_SIZE)
  expect((await call.getGroupTable(of(id))).rows).toHaveLength(MAX_GROUP_SIZE)
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])
  const given = await call.giveToGroup({ ...of(id), body: { entries: [{ quest_id: quest.id }] } })
  expect(given).toEqual({ learner_count: MAX_GROUP_SIZE, not_given: [] })

  for (let made = 1; made < MAX_GROUPS - 1; made += 1) {
    await call.createLearnerGroup({ body: { name: `Group ${made}` } })
  }
  // Another one is being created when the last one is asked for.
  const last = { name: 'The last', learner_ids: [] }
  const create = () => call.createLearnerGroup({ body: { name: 'One more' } })
  const creating = changeDuring(
    app,
    (db) => createGroup(db, advisor.id, last, app.parts.clock()),
    create,
  )
  await expect(creating).rejects.toMatchObject({ status: 409 })
  expect((await call.listLearnerGroups()).items).toHaveLength(MAX_GROUPS)
})

test('a group that was archived a year ago is deleted, and so is the membership of learners who left a month ago', async () => {
  const [advisor, next] = [await newAdvisor(), await newAdvisor('Olga')]
  const [ada, ben] = [await learnerOf(advisor, 'Ada'), await learnerOf(advisor, 'Ben')]
  const [old, current] = [await makeGroup(advisor, [ada]), await makeGroup(advisor, [ada, ben])]
  await advisor.call(groups).changeLearnerGroup({ ...of(old.id), body: { archived: true } })
  await assign(next, ben)
  const at = (days: number) => new Date(app.parts.clock().getTime() + days * DAY)
  const rows = () =>
    app.db
      .selectFrom('learner_group_members')
      .select('learner_id')
      .where('group_id', '=', current.id)
      .execute()
  const kept = () =>
    app.db
      .selectFrom('learner_groups')
      .select('id')
      .where('id', 'in', [old.id, current.id])
      .execute()
  await sweepExpired(app.db, at(29))
  expect(await rows()).toHaveLength(2)
  await sweepExpired(app.db, at(31))
  expect(await rows()).toEqual([{ learner_id: ada.id }])
  expect(await kept()).toHaveLength(2)
  await sweepExpired(app.db, at(366))
  expect(await kept()).toEqual([{ id: current.id }])
})

test('the table shows XP and quests of the group’s learners, and families see that it was read', async () => {
  const advisor = await newAdvisor()
  const [ada, ben] = [
    await learnerOf(advisor, 'Ada', '=SUM(A1)'),
    await learnerOf(advisor, 'Ben', 'Ørsted'),
  ]
  const stars = await createQuest(
    app.db,
    [
      { pillar: 'creativity', xp: 60 },
      { pillar: 'communication', xp: 70 },
    ],
    { title: 'Stars, “bright” ones' },
  )
  const bread = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }], { title: '+Bread' })
  await asLearner(ada).start(stars.id)
  await asLearner(ada).submit(stars.tasks[0]!)
  for (const learner of [ada, ben]) {
    await advisor.call(plan).changePlan({
      ...of(learner.id),
      body: { entries: [{ quest_id: bread.id, target_date: '2027-03-01' }] },
    })
  }
  const { id } = await makeGroup(advisor, [ada, ben], 'Sky/night')
  const table = await advisor.call(groups).getGroupTable(of(id))
  expect(table.quests.map(({ title }) => title)).toEqual(['+Bread', 'Stars, “bright” ones'])
  expect(table.more_quests).toBe(0)
  expect(table.rows).toEqual([
    {
      learner: { id: ada.id, first_name: 'Ada', last_name: '=SUM(A1)' },
      xp: { creativity: 60 },
      total_xp: 60,
      quests: [
        { quest_id: stars.id, state: 'active', tasks_done: 1, target_date: null },
        { quest_id: bread.id, state: 'planned', tasks_done: 0, target_date: '2027-03-01' },
      ],
    },
    {
      learner: { id: ben.id, first_name: 'Ben', last_name: 'Ørsted' },
      xp: {},
      total_xp: 0,
      quests: [{ quest_id: bread.id, state: 'planned', tasks_done: 0, target_date: '2027-03-01' }],
    },
  ])
  const reply = await app.http.inject({
    url: `/api/advisor/groups/${id}/table.csv`,
    headers: advisor.headers,
  })
  expect(reply.headers['content-disposition']).toBe('attachment; filename=Sky-night.csv')
  expect(reply.body).toBe(
    [
      '\uFEFFLast name,First name,Creativity (XP),Critical thinking (XP),Practical skills (XP),Communication (XP),Cultural literacy (XP),Total (XP), +Bread,"Stars, “bright” ones"',
      ' =SUM(A1),Ada,60,0,0,0,0,60,planned for 2027-03-01,1 of 2 tasks',
      'Ørsted,Ben,0,0,0,0,0,0,planned for 2027-03-01,',
      '',
    ].join('\r\n'),
  )
  await advisor.call(groups).getGroupTable(of(id))
  const { items } = await ben.call(guardians).listDisclosures(of(ben.id))
  expect(items.filter(({ what }) => what === 'the progress')).toHaveLength(2)
})
