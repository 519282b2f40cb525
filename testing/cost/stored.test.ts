import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { authoring, type PersonalQuest } from '#contract/authoring'
import { calendar } from '#contract/calendar'
import { credits } from '#contract/credits'
import { MAX_RECORD, RECORD_VERSION } from '#contract/earlier-work'
import { fillPath } from '#contract/endpoint'
import { blocks as EvidenceBlocks } from '#contract/evidence'
import { parents } from '#contract/parents'
import { plan } from '#contract/plan'
import { portfolio } from '#contract/portfolio'
import { privacy } from '#contract/privacy'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'
import { createExport } from '#features/privacy'
import { addDays } from '#rules/plan'
import { MAX_QUEST_TASKS } from '#rules/quest-limits'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { costOf, costOfLongWork, exceededLimits } from './measure.ts'
import { createWorld, type World } from './world.ts'

// Cost of a request after someone has stored the maximum amount of data.

let app: TestApp
let world: World
let learner: Person
let today: string
beforeAll(async () => {
  app = await startApp()
  world = await createWorld(app)
  learner = world.people.learner
  today = app.parts.clock().toISOString().slice(0, 10)
  await fillCalendar()
})
afterAll(() => app.stop())

const SERIES = 99
const DAILY = { every: 'day' as const }

/**
 * Old series of all kinds, each with the maximum of exceptions and notes.
 * @param days between two exceptions
 */
const fillCalendar = async ({ owner = learner, series = SERIES, days = 7 } = {}) => {
  const said = {
    title: 'x'.repeat(200),
    all_day: false,
    starts: '2000-01-03T09:00:00',
    ends: '2000-01-03T10:00:00',
    time_zone: 'Europe/Berlin',
  }
  const exceptions = Array.from({ length: 200 }, (_, index) => ({
    occurrence: `${addDays('2000-01-03', days * index)}T09:00:00`,
    said: { ...said, notes: 'x'.repeat(200) },
  }))
  const kinds = ['day', 'week', 'week', 'month', 'year']
  const rows = Array.from({ length: series }, (_, index) => ({
    ...said,
    id: randomUUID(),
    uid: randomUUID(),
    owner_id: owner.id,
    notes: 'x'.repeat(4000),
    recurrence: JSON.stringify({
      every: kinds[index % kinds.length],
      interval: 1,
      weekdays: [],
      by: 'date',
      until: null,
      count: null,
    }),
    exceptions: JSON.stringify(exceptions),
    first_on: '2000-01-03',
    last_on: null,
    reminder: 40_320,
    remind_at: `${today}T00:00:00Z`,
    changed_at: `${today}T00:00:00Z`,
    created_at: `${today}T00:00:00Z`,
  }))
  await app.db.insertInto('calendar_events').values(rows).execute()
}

const readAs = (person: Person, url: string) => () =>
  app.http.inject({ url, headers: person.headers })

test('a calendar full of old series costs what is shown of it', async () => {
  const ranges = [
    { from: addDays(today, -10), to: addDays(today, 389) },
    { from: addDays(today, 1400), to: addDays(today, 1799) },
    { from: '2198-01-01', to: '2198-12-31' },
  ]
  const excess: string[] = []
  for (const range of ranges) {
    const query = new URLSearchParams({ ...range, time_zone: 'America/New_York' })
    for (const [person, path] of [
      [learner, calendar.readCalendar.path],
      [world.people.parent, fillPath(parents.parentCalendar.path, { id: learner.id })],
    ] as const) {
      const url = `${path}?${query}`
      excess.push(
        ...exceededLimits(`${path} from ${range.from}`, await costOf(readAs(person, url))),
      )
    }
  }
  expect(excess).toEqual([])
}, 300_000)

test('a calendar full of work that came back costs what is shown of it', async () => {
  const person = await app.person()
  const { id: quest_id, tasks } = await createQuest(
    app.db,
    Array.from({ length: 10 }, () => ({ pillar: 'creativity' as const, xp: 60 })),
  )
  await sql`insert into attempts
      (id, learner_id, quest_id, task_id, number, state, blocks, reflection, submitted_at, decided_at, comment)
    select gen_random_uuid(), ${person.id}, ${quest_id}, task.id, n, 'returned', '[]', '',
      ${today}::date - n % 300, ${today}::date - n % 300, 'Say more.'
    from unnest(${tasks}::uuid[]) task (id), generate_series(1, 1200) n`.execute(app.db)
  const query = new URLSearchParams({ from: addDays(today, -399), to: today, time_zone: 'UTC' })
  const read = readAs(person, `${calendar.readCalendar.path}?${query}`)
  const { items, is_cut } = (await read()).json<{ items: unknown[]; is_cut: boolean }>()
  expect({ items: items.length, is_cut }).toEqual({ items: 2000, is_cut: true })
  expect(exceededLimits('calendar', await costOf(read))).toEqual([])
})

test('a feed costs little, whatever was changed and removed', async () => {
  const owner = world.people.advisor
  const call = owner.call(calendar)
  await fillCalendar({ owner, series: 15, days: 7 })
  const soon = `${addDays(today, 1)}T08:00:00.000Z`
  const hour = {
    start: soon,
    end: `${addDays(today, 1)}T09:00:00.000Z`,
    time_zone: 'Europe/Berlin',
  }
  const series = await call.addEvent({ body: { title: 'Choir', ...hour, recurrence: DAILY } })
  const change = call.changeEvent({
    params: { id: series.id },
    body: { occurrence: soon, part: 'this', title: 'Another' },
  })
  await expect(change).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('3000 changed dates'),
  })
  // Items created and deleted within weeks are unlimited. The database copies them: sending them takes half a minute.
  await sql`
    insert into calendar_events
    select removed.*
    from calendar_events event, generate_series(1, 4000) number,
      jsonb_populate_record(event, jsonb_build_object(
        'number', number, 'id', gen_random_uuid(), 'uid', gen_random_uuid(), 'removed_at', ${today}::timestamptz)) removed
    where event.id = (select id from calendar_events where owner_id = ${owner.id} limit 1)`.execute(
    app.db,
  )
  const { url } = await call.makeFeed()
  const reading = async () => {
    const { statusCode, body } = await app.http.inject({ url: new URL(url).pathname })
    expect(statusCode).toBe(200)
    expect(body.match(/STATUS:CANCELLED/g)).toHaveLength(500)
  }
  expect(exceededLimits('the feed', await costOf(reading))).toEqual([])
}, 300_000)

test('changing a series with exceptions costs little, also far from where it began', async () => {
  const owner = world.people.friend
  // To the end of the next century.
  await fillCalendar({ owner, series: 1, days: 51 * 7 })
  const { id } = await app.db
    .selectFrom('calendar_events')
    .select('id')
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const change = (body: object) => async () => {
    const { statusCode } = await app.http.inject({
      method: 'PATCH',
      url: fillPath(calendar.changeEvent.path, { id }),
      headers: owner.headers,
      payload: body,
    })
    expect(statusCode).toBe(200)
  }
  const moved = { recurrence: { every: 'day', interval: 7 }, part: 'all' }
  const daily = {
    recurrence: DAILY,
    part: 'all',
    start: '2000-01-03T08:00:00.000Z',
    end: '2000-01-03T09:00:00.000Z',
  }
  const far = { occurrence: '2199-01-07T08:00:00.000Z', part: 'following', title: 'Later' }
  const further = { ...far, occurrence: '2199-01-06T08:00:00.000Z' }
  expect([
    ...exceededLimits('a new rule', await costOf(change(moved))),
    ...exceededLimits('from a far day on', await costOf(change(far))),
    ...exceededLimits('every day', await costOf(change(daily))),
    ...exceededLimits('from the end of two centuries on', await costOf(change(further))),
  ]).toEqual([])
})

/** A learner's work, a quest per dozen tasks, with every piece and draft at the schema's maximum length. */
const fillWork = async (person: Person, quests: number) => {
  const line = { type: 'text', text: 'x'.repeat(19_500), caption: 'x'.repeat(500) }
  const blocks = JSON.stringify([line, line, line])
  expect(EvidenceBlocks.safeParse(JSON.parse(blocks)).success).toBe(true)
  const made: { quest: string; attempts: string[] }[] = []
  for (let i = 0; i < quests; i += 1) {
    const { id: quest_id, tasks } = await createQuest(
      app.db,
      Array.from({ length: MAX_QUEST_TASKS }, () => ({ pillar: 'creativity' as const, xp: 60 })),
    )
    await asLearner(person).start(quest_id)
    const common = { learner_id: person.id, blocks, reflection: 'x'.repeat(5000) }
    const attempts = tasks.map((task_id) => ({
      ...common,
      id: randomUUID(),
      quest_id,
      task_id,
      number: 1,
      state: 'submitted',
      submitted_at: `${today}T00:00:00Z`,
    }))
    await app.db.insertInto('attempts').values(attempts).execute()
    const drafts = tasks.map((task_id) => ({
      ...common,
      task_id,
      updated_at: `${today}T00:00:00Z`,
    }))
    await app.db.insertInto('drafts').values(drafts).execute()
    made.push({ quest: quest_id, attempts: attempts.map(({ id }) => id) })
  }
  return made
}

test('the work of years costs what a page shows of it', async () => {
  const person = world.people.friend
  const made = await fillWork(person, 40)
  const attempts = made.flatMap((each) => each.attempts)
  const show = (count: number) =>
    person.call(portfolio).changePortfolio({
      body: {
        published: true,
        slug: 'years-of-work',
        items: attempts
          .slice(0, count)
          .map((attempt_id) => ({ attempt_id, audience: 'public' as const })),
      },
    })
  await expect(show(200)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('too long for one page'),
  })
  const { items } = await show(30)
  expect(items.filter(({ left_out }) => !left_out).length).toBeGreaterThanOrEqual(30)
  expect(items.at(-1)).toMatchObject({ left_out: true, blocks: [] })
  const excess: string[] = []
  for (const url of [
    portfolio.getPortfolio.path,
    `${portfolio.previewPortfolio.path}?as=stranger`,
    '/api/public/portfolio/years-of-work',
    '/portfolio/years-of-work',
    fillPath(quests.getQuest.path, { id: made[0]!.quest }),
  ]) {
    const read = async () => expect((await readAs(person, url)()).statusCode).toBe(200)
    excess.push(...exceededLimits(url, await costOf(read)))
  }
  expect(excess).toEqual([])
}, 300_000)

const ownQuest = (letter: string, instructions: number, description: number): PersonalQuest => ({
  title: letter.repeat(120) || 'x',
  description: letter.repeat(description),
  estimated_hours: 1,
  span_days: null,
  tasks: Array.from({ length: MAX_QUEST_TASKS }, () => ({
    title: letter.repeat(120) || 'x',
    instructions: letter.repeat(instructions),
    pillar: 'creativity' as const,
    xp: 60,
    subjects: { arts: 1 },
  })),
})

test.each([
  ['of the longest texts', ownQuest('x', 4000, 10_000)],
  ['of the longest texts in another script', ownQuest('字', 4000, 10_000)],
  ['with many tasks', ownQuest('', 0, 0)],
])(
  'the most quests of one’s own %s cost little on every page',
  async (_, quest) => {
    const person = await app.person()
    const write = () =>
      person.call(authoring).writeQuestFor({ params: { id: person.id }, body: quest })
    const { id } = await write()
    const { tasks } = await asLearner(person).start(id)
    await asLearner(person).submit(tasks[0]!.id)
    const fill = async () => {
      for (let written = 1; written <= 300; written += 1) await write()
    }
    await expect(fill()).rejects.toMatchObject({ status: 409 })
    const slug = `quests-${randomUUID()}`
    await person.call(portfolio).changePortfolio({ body: { published: true, slug } })
    const excess: string[] = []
    for (const url of [
      progress.dashboard.path,
      `${quests.listQuests.path}?limit=100`,
      fillPath(quests.getQuest.path, { id }),
      fillPath(authoring.listWrittenFor.path, { id: person.id }),
      fillPath(plan.getPlan.path, { id: person.id }),
      credits.getCredits.path,
      transcript.getTranscript.path,
      `/api/public/portfolio/${slug}`,
    ]) {
      const read = async () => expect((await readAs(person, url)()).statusCode).toBe(200)
      excess.push(...exceededLimits(url, await costOf(read)))
    }
    excess.push(
      ...exceededLimits(
        'writing another',
        await costOf(() => expect(write()).rejects.toMatchObject({ status: 409 })),
      ),
    )
    expect(excess).toEqual([])
  },
  300_000,
)

test('a guardian of many children has the list of them at the cost of what it shows', async () => {
  const guardian = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const line = { type: 'text', text: '字'.repeat(19_500), caption: 'x'.repeat(500) }
  const blocks = JSON.stringify([line, line, line])
  const at = app.parts.clock().toISOString()
  const { id: quest_id, tasks } = await createQuest(
    app.db,
    Array.from({ length: 10 }, () => ({ pillar: 'creativity' as const, xp: 60 })),
  )
  for (let i = 0; i < 60; i += 1) {
    const child = await app.person({ dateOfBirth: app.birthdayAt(15) })
    await recordConsent(app, child, guardian)
    await asLearner(child).start(quest_id)
    const work = { learner_id: child.id, quest_id, blocks, reflection: 'x'.repeat(5000) }
    const attempts = tasks.flatMap((task_id) =>
      (['returned', 'submitted'] as const).map((state, index) => ({
        ...work,
        id: randomUUID(),
        task_id,
        state,
        number: index + 1,
        submitted_at: at,
        ...(state === 'returned' && { decided_at: at, comment: 'Say more.' }),
      })),
    )
    await app.db.insertInto('attempts').values(attempts).execute()
  }
  const list = readAs(guardian, parents.listChildren.path)
  const read = async () => expect((await list()).json().children).toHaveLength(60)
  expect(exceededLimits('children', await costOf(read))).toEqual([])
}, 300_000)

test('an export of years of work holds up nobody, and takes little memory', async () => {
  const person = world.people.friend
  const records = JSON.stringify(recordOf(5000, 'x'.repeat(1200)).records)
  expect(records.length).toBeLessThan(MAX_RECORD)
  for (let site = 0; site < 5; site += 1) {
    const earlier = { id: randomUUID(), learner_id: person.id, records, sha256: String(site) }
    const at = `${today}T00:00:00Z`
    await app.db
      .insertInto('earlier_work')
      .values({ ...earlier, site_url: `https://${site}.example.org/`, made_at: at, brought_at: at })
      .execute()
  }
  const { id } = await person.call(privacy).requestExport()
  const again = () => app.db.updateTable('exports').set({ state: 'waiting' }).execute()
  const exporting = () => again().then(() => createExport(app.parts, app.folder, { exportId: id }))
  expect(exceededLimits('exporting', await costOfLongWork(exporting))).toEqual([])
}, 240_000)

test('the largest record of another site is read quickly, and a larger one is refused', async () => {
  const excess = exceededLimits(
    'refusing fifteen thousand pieces',
    await costOf(await importing(15_000, 413)),
  )
  excess.push(...exceededLimits('bringing five thousand', await costOf(await importing(5000, 201))))
  const { items } = (await readAs(learner, `/api/learners/${learner.id}/earlier-work`)()).json<{
    items: { id: string }[]
  }>()
  expect(items).toHaveLength(1)
  const reading = readAs(learner, `/api/earlier-work/${items[0]!.id}`)
  excess.push(...exceededLimits('reading them', await costOf(reading)))
  expect(excess).toEqual([])
}, 300_000)

test('a record of nothing but empty lists, or of names, is refused quickly', async () => {
  const names = Array.from({ length: 550_000 }, (_, i) => [`${i.toString(36)}x`, 1] as const)
  for (const content of [
    { ...recordOf(0), more: Array.from({ length: 2_700_000 }, () => []) },
    { ...recordOf(0), more: Object.fromEntries(names) },
  ]) {
    const sending = await importingRecord(content, 413)
    expect(exceededLimits('refusing it', await costOf(sending))).toEqual([])
  }
}, 300_000)

test('a record that is wrong in every place is refused quickly', async () => {
  const records = recordOf(0).records.map((record) => ({
    ...record,
    credits: Array.from({ length: 200_000 }, () => ({})),
  }))
  const sending = await importingRecord({ ...recordOf(0), records }, 413)
  expect(exceededLimits('refusing it', await costOf(sending))).toEqual([])
  const fewer = records.map((record) => ({ ...record, credits: record.credits.slice(0, 99_000) }))
  const reading = await importingRecord({ ...recordOf(0), records: fewer }, 400)
  expect(exceededLimits('reading as much as is read', await costOf(reading))).toEqual([])
}, 300_000)

/** Uploads a record with this many pieces; returns the import call. */
const importing = (pieces: number, status: number) => importingRecord(recordOf(pieces), status)

const importingRecord = async (content: object, status: number) => {
  const form = new FormData()
  const record = JSON.stringify(content)
  form.set('file', new File([record], 'record.json', { type: 'text/plain' }))
  const whole = new Response(form)
  const uploaded = await app.http.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...learner.headers, 'content-type': whole.headers.get('content-type')! },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  const payload = { record: uploaded.json<{ id: string }>().id, files: [] }
  const url = `/api/learners/${learner.id}/earlier-work`
  return async () => {
    const answer = await app.http.inject({ method: 'POST', url, headers: learner.headers, payload })
    expect(answer.statusCode).toBe(status)
  }
}

/** Pieces of a few words each. */
const recordOf = (pieces: number, text = 'x'.repeat(50)) => {
  const at = '2026-01-01T00:00:00.000Z'
  const piece = {
    task: 'A task',
    number: 1,
    state: 'accepted',
    submitted_at: at,
    blocks: [{ type: 'text', text }],
    reflection: null,
    comment: null,
  }
  const quest = { title: 'A quest', pieces: Array.from({ length: pieces }, () => piece) }
  return {
    version: RECORD_VERSION,
    records: [
      {
        site: { name: 'Elsewhere', url: 'https://elsewhere.example.org/' },
        person: 'Ada',
        made_at: at,
        xp: 1,
        quests: [quest],
        badges: [],
        credits: [],
      },
    ],
    files: [],
  }
}
