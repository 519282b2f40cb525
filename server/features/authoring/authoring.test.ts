import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  authoring,
  type BadgeContent,
  type DraftContent,
  type PersonalQuest,
} from '#contract/authoring'
import { badges } from '#contract/badges'
import { credits } from '#contract/credits'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { fileForm, photoFromBerlin } from '#testing/sample-files'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const task = (title: string, more: Partial<DraftContent['tasks'][number]> = {}) => ({
  key: randomUUID(),
  title,
  instructions: 'Do it well.',
  pillar: 'creativity' as const,
  xp: 60,
  required: true,
  evidence: ['text' as const],
  subjects: { arts: 1 },
  week: null,
  ...more,
})

const content = (more: Partial<DraftContent> = {}): DraftContent => ({
  title: `A quest ${randomUUID().slice(0, 8)}`,
  summary: 'In one sentence',
  big_idea: 'At heart',
  description: 'All of it, in **Markdown**.',
  cover_file_id: null,
  estimated_hours: 2,
  span_days: 14,
  age_min: 8,
  age_max: 14,
  materials: '- Paper',
  safety: 'Ask a grown-up.',
  rubric: ['One', 'Two', 'Three'].map((criterion) => ({
    criterion,
    description: '',
    tasks: [],
  })),
  example: 'It could look like this.',
  for_adults: 'Hold the ladder, and your tongue.',
  hints: '- Wait for the evening.',
  weeks: [],
  repeatable: false,
  cover_motif: null,
  prerequisites: [],
  tasks: [task('First'), task('Second', { pillar: 'communication' })],
  ...more,
})

const author = async (role: 'advisor' | 'educator' | 'admin' | 'student' = 'advisor') => {
  const person = await app.person({ role })
  const call = person.call(authoring)
  const begin = async (written: DraftContent) => {
    const { id } = await call.beginQuest({ body: {} })
    await call.saveQuest({ params: { id }, body: { revision: 1, content: written } })
    return id
  }
  const propose = async (id: string) => {
    const { revision } = await call.getAuthored({ params: { id } })
    return call.proposeQuest({ params: { id }, body: { revision } })
  }
  const approve = async (id: string) => {
    const { revision } = await call.getAuthored({ params: { id } })
    return call.approveQuest({ params: { id }, body: { revision } })
  }
  const revise = async (id: string, change: (before: DraftContent) => DraftContent) => {
    const { revision, content } = await call.getAuthored({ params: { id } })
    return call.saveQuest({ params: { id }, body: { revision, content: change(content) } })
  }
  return { ...person, write: call, begin, propose, approve, revise }
}
type Author = Awaited<ReturnType<typeof author>>

const learner = async () => {
  const person = await app.person()
  return { ...person, ...asLearner(person) }
}

/** Publishes with a second person's approval. */
const publish = async (ada: Author, ben: Author, written = content()) => {
  const id = await ada.begin(written)
  await ada.propose(id)
  await ben.approve(id)
  return id
}

const assign = (advisor: Person, to: Person) =>
  app.db.insertInto('caseload').values({ advisor_id: advisor.id, learner_id: to.id }).execute()

test('the library tells nobody what its author is drafting for a next version', async () => {
  const [ada, ben] = [await author(), await author()]
  const id = await publish(ada, ben)
  await ada.revise(id, (before) => ({ ...before, title: 'Unripe idea', summary: 'Unripe' }))
  const library = (query: { search?: string }) =>
    ben.write.listAuthored({ query: { show: 'library', limit: 100, ...query } })
  const { items } = await library({})
  expect(items.find((each) => each.id === id)).toMatchObject({
    state: 'published',
    summary: 'In one sentence',
  })
  expect(JSON.stringify(items)).not.toContain('Unripe')
  expect((await library({ search: 'Unripe' })).items).toEqual([])
})

test('a task asks for a practice that is there', async () => {
  const ada = await author()
  const asking = (practice: string) => ada.begin(content({ tasks: [task('First', { practice })] }))
  await expect(ada.propose(await asking('no-such-practice'))).rejects.toMatchObject({
    status: 400,
    fields: { 'tasks.0.practice': expect.any(String) },
  })
  expect(await ada.propose(await asking('reading-a-pulse'))).toMatchObject({ state: 'proposed' })
})

describe('a quest on its way to everybody', () => {
  test('is a draft that nobody else sees, then proposed, then published by a second person', async () => {
    const [ada, ben, kid] = [await author(), await author('educator'), await learner()]
    const id = await ada.begin(content({ title: 'Count the swifts' }))
    await expect(ben.write.getAuthored({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(kid.see(id)).rejects.toMatchObject({ status: 404 })

    expect(await ada.propose(id)).toMatchObject({ state: 'proposed', may: { decide: false } })
    await expect(ada.approve(id)).rejects.toMatchObject({ status: 409 })
    const waiting = await ben.write.listAuthored({ query: { show: 'waiting', search: 'swifts' } })
    expect(waiting.items).toMatchObject([{ id, mine: false, state: 'proposed' }])
    await expect(kid.see(id)).rejects.toMatchObject({ status: 404 })

    expect(await ben.approve(id)).toMatchObject({ state: 'published', version: 1, revision: 0 })
    expect(await kid.see(id)).toMatchObject({
      title: 'Count the swifts',
      author: 'Ada Lovelace',
      span_days: 14,
      rubric: [{ criterion: 'One' }, { criterion: 'Two' }, { criterion: 'Three' }],
      for_adults: 'Hold the ladder, and your tongue.',
      hints: '- Wait for the evening.',
    })
    const { items } = await kid.call(quests).listQuests({ query: { search: 'swifts' } })
    expect(items.map((quest) => quest.id)).toEqual([id])
  })

  test('can be given back with what to change, which its author reads', async () => {
    const [ada, ben] = [await author(), await author()]
    const id = await ada.begin(content())
    const { revision } = await ada.propose(id)
    await ben.write.giveQuestBack({
      params: { id },
      body: { revision, comment: 'Where is the water?' },
    })
    expect(await ada.write.getAuthored({ params: { id } })).toMatchObject({
      state: 'draft',
      comment: 'Where is the water?',
    })
    await expect(ben.write.getAuthored({ params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('is approved as it was seen, or not at all', async () => {
    const [ada, ben] = [await author(), await author()]
    const id = await ada.begin(content())
    const { revision } = await ada.propose(id)
    await ada.revise(id, (before) => ({ ...before, title: 'Something else' }))
    await expect(
      ben.write.approveQuest({ params: { id }, body: { revision } }),
    ).rejects.toMatchObject({
      status: 404,
    })
    const again = await ada.propose(id)
    await expect(
      ben.write.approveQuest({ params: { id }, body: { revision } }),
    ).rejects.toMatchObject({
      status: 409,
    })
    const { version } = await ben.write.approveQuest({
      params: { id },
      body: { revision: again.revision },
    })
    expect(version).toBe(1)
  })

  test('has every gap named before it can be proposed', async () => {
    const ada = await author()
    const id = await ada.begin(
      content({
        title: ' ',
        rubric: [],
        tasks: [task('One', { xp: 40, subjects: { arts: 0.7, science: 0.5 } })],
      }),
    )
    await expect(ada.propose(id)).rejects.toMatchObject({
      status: 400,
      fields: {
        title: 'Please give the quest a title',
        'tasks.0.xp': 'From 50 to 100 XP',
        'tasks.0.subjects': 'The shares of the subjects must add up to 100 %',
      },
    })
  })

  test('does not save over what another tab has saved', async () => {
    const ada = await author()
    const id = await ada.begin(content())
    const { revision, content: seen } = await ada.write.getAuthored({ params: { id } })
    const save = (title: string) =>
      ada.write.saveQuest({ params: { id }, body: { revision, content: { ...seen, title } } })
    await save('One')
    await expect(save('Other')).rejects.toMatchObject({ status: 409 })
    expect((await ada.write.getAuthored({ params: { id } })).content.title).toBe('One')
  })

  test('is refused while it is far too long, and what was kept stays', async () => {
    const ada = await author()
    const id = await ada.begin(content({ description: 'Short.' }))
    await expect(
      ada.revise(id, (before) => ({ ...before, description: 'x'.repeat(200_000) })),
    ).rejects.toMatchObject({ status: 400, fields: { 'content.description': expect.anything() } })
    expect((await ada.write.getAuthored({ params: { id } })).content.description).toBe('Short.')
  })

  test('cannot ask for itself by way of others: the circle is named', async () => {
    const [ada, ben] = [await author(), await author()]
    const first = await publish(ada, ben, content({ title: 'Walk' }))
    const second = await publish(ada, ben, content({ title: 'Draw', prerequisites: [first] }))
    await ada.revise(first, (before) => ({ ...before, prerequisites: [second] }))
    await expect(ada.propose(first)).rejects.toMatchObject({
      status: 400,
      fields: {
        prerequisites:
          'These prerequisites form a loop, so nobody could start: Walk → Draw → Walk.',
      },
    })
  })

  test('waits for approval with nineteen others at most', async () => {
    const ada = await author()
    const ids: string[] = []
    for (let i = 0; i < 21; i += 1) ids.push(await ada.begin(content({ title: `Walk ${i}` })))
    for (const id of ids.slice(0, 20)) await ada.propose(id)
    await expect(ada.propose(ids[20]!)).rejects.toMatchObject({ status: 409 })
    // Again, in another form.
    await ada.revise(ids[0]!, (before) => ({ ...before, title: 'A longer walk' }))
    await ada.propose(ids[0]!)
  })

  test('is nobody else’s to edit or archive, and a stranger to writing gets nowhere', async () => {
    const [ada, ben] = [await author(), await author()]
    const id = await publish(ada, ben)
    await expect(ben.revise(id, (before) => before)).rejects.toMatchObject({ status: 404 })
    await expect(ben.write.archiveQuest({ params: { id } })).rejects.toMatchObject({ status: 404 })
    const kid = await author('student')
    await expect(kid.write.listAuthored({})).rejects.toMatchObject({ status: 403 })
    await app.db
      .updateTable('users')
      .set({ subscription_tier: 'creator', date_of_birth: app.birthdayAt(12) })
      .where('id', '=', kid.id)
      .execute()
    app.parts.callers.forget(kid.id)
    const own = await kid.begin(content())
    // With the author's name, everybody reads what is approved.
    await expect(kid.propose(own)).rejects.toMatchObject({ status: 403 })
    const guardian = await app.person({ role: 'parent' })
    await recordConsent(app, kid, guardian, ['use', 'publishing'])
    app.parts.callers.forget(kid.id)
    await kid.propose(own)
    const others = await ada.begin(content({ title: 'Not yet approved' }))
    await ada.propose(others)
    const waiting = await kid.write.listAuthored({ query: { show: 'waiting', limit: 100 } })
    expect(waiting).toMatchObject({ items: [] })
    const mine = await kid.write.listAuthored({ query: { show: 'mine' } })
    expect(mine.items).toMatchObject([{ id: own, state: 'proposed' }])
    await ben.approve(own)
    expect((await (await learner()).see(own)).author).toBe('Ada L.')
    const unknown = await author('student')
    await app.db
      .updateTable('users')
      .set({ subscription_tier: 'creator', date_of_birth: null, declared_adult: false })
      .where('id', '=', unknown.id)
      .execute()
    app.parts.callers.forget(unknown.id)
    const theirs = await unknown.begin(content())
    await unknown.propose(theirs)
    const { author: shown } = await ben.write.getAuthored({ params: { id: theirs } })
    expect(shown).toBe('Ada L.')
    await ben.approve(theirs)
    expect((await (await learner()).see(theirs)).author).toBe('Ada L.')
  })

  test('of a minor shows no surname from the eighteenth birthday on', async () => {
    const [kid, ben] = [await author('student'), await author()]
    const setAge = async (date_of_birth: string) => {
      await app.db
        .updateTable('users')
        .set({ subscription_tier: 'creator', date_of_birth })
        .where('id', '=', kid.id)
        .execute()
      app.parts.callers.forget(kid.id)
    }
    await setAge(app.birthdayAt(17))
    const id = await kid.begin(content())
    await kid.propose(id)
    await ben.approve(id)
    await setAge(app.birthdayAt(18))
    const monthsAgo = new Date(app.parts.clock().getTime() - 300 * 24 * 3_600_000).toISOString()
    await app.db.updateTable('quests').set({ created_at: monthsAgo }).where('id', '=', id).execute()
    expect((await (await learner()).see(id)).author).toBe('Ada L.')
  })

  test('is heard when a child asks for help in it, before anybody decides on it', async () => {
    const kid = await author('student')
    await app.db
      .updateTable('users')
      .set({ subscription_tier: 'creator', date_of_birth: app.birthdayAt(15) })
      .where('id', '=', kid.id)
      .execute()
    app.parts.callers.forget(kid.id)
    const own = await kid.begin(content({ hints: 'Nobody asks. My mum hits me at night.' }))
    await expect(kid.propose(own)).rejects.toMatchObject({ code: 'not_saved' })
    const reports = await app.db
      .selectFrom('safety_reports')
      .select('category')
      .where('learner_id', '=', kid.id)
      .execute()
    expect(reports).toEqual([{ category: 'abuse' }])
  })

  test('is archived for newcomers alone', async () => {
    const [ada, ben, kid, late] = [await author(), await author(), await learner(), await learner()]
    const id = await publish(ada, ben)
    await kid.start(id)
    await ada.write.archiveQuest({ params: { id } })
    expect((await kid.see(id)).status).toBe('archived')
    await expect(late.see(id)).rejects.toMatchObject({ status: 404 })
  })

  test('has an uploaded cover, which is seen with the quest and by nobody before', async () => {
    const [ada, ben, kid] = [await author(), await author('educator'), await learner()]
    const form = fileForm(await photoFromBerlin(), 'swifts.jpg')
    const cover = await ada.write.uploadCover({ form })
    const open = async (person?: Person) =>
      (await app.http.inject({ url: cover.url, headers: person?.headers ?? {} })).statusCode
    const id = await ada.begin(content({ cover_file_id: cover.id }))
    expect([await open(ada), await open(ben), await open(kid)]).toEqual([200, 404, 404])
    await ada.propose(id)
    expect([await open(ben), await open(kid)]).toEqual([200, 404])
    await ben.approve(id)
    expect(await kid.see(id)).toMatchObject({ cover_url: cover.url })
    expect([await open(kid), await open()]).toEqual([200, 404])
    await ada.revise(id, (before) => ({ ...before, cover_file_id: null }))
    await ada.propose(id)
    await ben.approve(id)
    expect(await kid.see(id)).toMatchObject({ cover_url: null })
    const stolen = content({ cover_file_id: cover.id })
    await expect(ben.begin(stolen)).rejects.toMatchObject({ status: 400 })
  })

  test('leaves and comes back as a Markdown file', async () => {
    const [ada, ben] = [await author(), await author()]
    const written = content({ title: 'Ä file: "quoted"', description: 'One.\n\n---\n\nTwo.' })
    const id = await publish(ada, ben, written)
    const { name, markdown } = await ben.write.questFile({ params: { id } })
    expect(name).toBe('a-file-quoted.md')
    const copy = await ben.write.beginQuest({ body: { markdown } })
    const { content: read } = await ben.write.getAuthored({ params: { id: copy.id } })
    const plain = ({ tasks, ...quest }: DraftContent) => ({
      ...quest,
      tasks: tasks.map(({ key: _, ...each }) => each),
    })
    expect(plain(read)).toEqual(plain(written))
    await expect(ben.write.beginQuest({ body: { markdown: 'No head' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('the next version of a quest', () => {
  test('is a course where it has weeks: learners see them, and a file keeps them', async () => {
    const teacher = await author()
    const week = (title: string) => ({ title, text: `Why ${title} matters.` })
    const written = content({
      weeks: [week('One'), week('Two')],
      tasks: [task('First', { week: 1 }), task('Second', { week: 2 })],
    })
    const backwards = { ...written, tasks: written.tasks.toReversed() }
    const id = await teacher.begin(backwards)
    await expect(teacher.propose(id)).rejects.toMatchObject({
      status: 400,
      fields: { tasks: 'The tasks must be in the order of the weeks' },
    })
    const { revision } = await teacher.write.getAuthored({ params: { id } })
    await teacher.write.saveQuest({ params: { id }, body: { revision, content: written } })
    await teacher.propose(id)
    await (await author()).approve(id)

    const learner = await app.person()
    const shown = await learner.call(quests).getQuest({ params: { id } })
    expect(shown.weeks?.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(shown.tasks.map(({ title, week }) => [title, week])).toEqual([
      ['First', 1],
      ['Second', 2],
    ])
    const search = { search: written.title }
    const listed = (kind: 'course' | 'quest') =>
      learner.call(quests).listQuests({ query: { ...search, kind } })
    expect((await listed('course')).items).toMatchObject([{ id, weeks_total: 2 }])
    expect((await listed('quest')).items.map((quest) => quest.id)).not.toContain(id)

    const file = await teacher.write.questFile({ params: { id } })
    const copy = await teacher.write.beginQuest({ body: { markdown: file.markdown } })
    const { content: again } = await teacher.write.getAuthored({ params: { id: copy.id } })
    expect(again.weeks).toEqual(written.weeks)
    expect(again.tasks.map((each) => each.week)).toEqual([1, 2])

    // A task that moves to another week is the same task, and a version keeps its own weeks.
    await learner.call(quests).startQuest({ params: { id } })
    await teacher.revise(id, (now) => ({
      ...now,
      weeks: [week('Only')],
      tasks: now.tasks.map((each) => ({ ...each, week: 1 })),
    }))
    await teacher.propose(id)
    await (await author()).approve(id)
    const before = await learner.call(quests).getQuest({ params: { id } })
    expect(before.weeks).toHaveLength(2)
    const fresh = await (await app.person()).call(quests).getQuest({ params: { id } })
    expect(fresh.weeks).toEqual([week('Only')])
    expect(fresh.tasks.map((each) => each.id)).toEqual(shown.tasks.map((each) => each.id))
  })

  test('has the criteria of its tasks, also of those that changed, and a file keeps them', async () => {
    const [ada, ben, kid] = [await author(), await author(), await learner()]
    const written = content()
    const [first, second] = written.tasks
    const about = (key: string) => ({ criterion: 'It holds', description: '', tasks: [key] })
    const rest = written.rubric.slice(1)
    const id = await publish(ada, ben, { ...written, rubric: [about(second!.key), ...rest] })
    const before = await kid.see(id)
    expect(before.rubric[0]!.tasks).toEqual([before.tasks[1]!.id])
    await ada.revise(id, (now) => ({
      ...now,
      tasks: now.tasks.map((each) => ({ ...each, title: `${each.title}, again` })),
    }))
    await ada.propose(id)
    await ben.approve(id)
    const after = await kid.see(id)
    expect(after.tasks[1]!.id).not.toBe(before.tasks[1]!.id)
    expect(after.rubric[0]!.tasks).toEqual([after.tasks[1]!.id])
    const { markdown } = await ben.write.questFile({ params: { id } })
    const copy = await ben.write.beginQuest({ body: { markdown } })
    const { content: read } = await ben.write.getAuthored({ params: { id: copy.id } })
    expect(read.rubric[0]!.tasks).toEqual([read.tasks[1]!.key])
    expect(first!.title).not.toBe(read.tasks[0]!.title)
  })

  test('leaves who has begun on theirs until they choose it; what was handed in stays', async () => {
    const [ada, ben, kid, late] = [await author(), await author(), await learner(), await learner()]
    const id = await publish(ada, ben)
    const [first, second] = (await kid.start(id)).tasks
    await kid.submit(first!.id)
    await kid.submit(second!.id)
    await kid.withdraw(second!.id)
    await ada.revise(id, (before) => ({
      ...before,
      title: 'Better',
      tasks: [before.tasks[1]!, task('Third', { xp: 100 })],
    }))
    await ada.propose(id)
    expect(await ben.approve(id)).toMatchObject({ version: 2, begun: 1 })

    const before = await kid.see(id)
    expect(before).toMatchObject({
      version: 1,
      newer: { version: 2, added: ['Third'], dropped: ['First'] },
    })
    expect(before.tasks.map(({ title }) => title)).toEqual(['First', 'Second'])
    const fresh = await late.start(id)
    expect(fresh.tasks.map(({ title }) => title)).toEqual(['Second', 'Third'])
    const third = fresh.tasks[1]!
    await expect(kid.submit(third.id)).rejects.toMatchObject({ status: 409 })

    const chosen = await kid.call(quests).chooseVersion({ params: { id }, body: { version: 2 } })
    expect(chosen).toMatchObject({ title: 'Better', version: 2, newer: null })
    expect(
      chosen.tasks.map(({ title, dropped, xp_earned }) => [title, dropped, xp_earned]),
    ).toEqual([
      ['Second', false, 0],
      ['Third', false, 0],
      ['First', true, 60],
    ])
    const dashboard = await kid.call(progress).dashboard()
    expect(dashboard.active_quests).toMatchObject([{ tasks_done: 0, tasks_total: 2 }])
    expect(dashboard.xp.total).toBe(60)
    await expect(kid.submit(first!.id)).rejects.toMatchObject({ status: 409 })
    await kid.withdraw(first!.id)
    expect((await kid.call(progress).dashboard()).xp.total).toBe(0)
  })

  test('can leave nothing to do: then it is complete, with its bonus', async () => {
    const [ada, ben, kid] = [await author(), await author(), await learner()]
    const id = await publish(ada, ben)
    const [first] = (await kid.start(id)).tasks
    await kid.submit(first!.id)
    await ada.revise(id, (before) => ({ ...before, tasks: [before.tasks[0]!] }))
    await ada.propose(id)
    await ben.approve(id)
    const chosen = await kid.call(quests).chooseVersion({ params: { id }, body: { version: 2 } })
    expect(chosen.enrollment).toMatchObject({ state: 'completed', bonus_xp: 30, version: 2 })
  })

  test('keeps the credit of accepted work that it no longer asks for', async () => {
    const [ada, ben, kid] = [await author(), await author(), await learner()]
    const id = await publish(ada, ben)
    const [first] = (await kid.start(id)).tasks
    await kid.submit(first!.id)
    await app.db
      .updateTable('attempts')
      .set({ state: 'accepted', decided_at: app.parts.clock().toISOString() })
      .where('task_id', '=', first!.id)
      .execute()
    const earned = async () => (await kid.call(credits).getCredits()).total.earned
    const before = await earned()
    expect(before).toBeGreaterThan(0)
    await ada.revise(id, (was) => ({ ...was, tasks: [was.tasks[1]!] }))
    await ada.propose(id)
    await ben.approve(id)
    await kid.call(quests).chooseVersion({ params: { id }, body: { version: 2 } })
    expect(await earned()).toBe(before)
  })

  test('is not what the program ships: a file that is raised keeps what was begun, too', async () => {
    const [quest] = await readQuestLibrary()
    await storeLibrary(app.db, [quest!])
    const kid = await learner()
    const [dropped, ...kept] = (await kid.start(quest!.id)).tasks
    await storeLibrary(app.db, [{ ...quest!, version: 2, tasks: quest!.tasks.slice(1) }])
    expect((await kid.see(quest!.id)).newer).toMatchObject({ dropped: [dropped!.title] })
    expect((await (await learner()).see(quest!.id)).tasks.map(({ id }) => id)).toEqual(
      kept.map(({ id }) => id),
    )
  })

  test('asks no longer for what its file no longer asks for', async () => {
    const library = await readQuestLibrary()
    const second = library.find(({ prerequisites }) => prerequisites.length > 0)!
    const first = library.find(({ slug }) => slug === second.prerequisites[0])!
    const asksFor = async () => (await (await learner()).see(second.id)).prerequisites
    await storeLibrary(app.db, [first, second])
    expect(await asksFor()).toMatchObject([{ id: first.id }])
    await storeLibrary(app.db, [first, { ...second, prerequisites: [] }])
    expect(await asksFor()).toEqual([])
  })
})

const personal = (more: Partial<PersonalQuest> = {}) => ({
  title: 'A boat that floats',
  estimated_hours: 3,
  tasks: [
    { title: 'Build it', pillar: 'practical_skills' as const, xp: 80, subjects: { science: 1 } },
  ],
  ...more,
})

describe('a quest for one learner alone', () => {
  test('is written by the advisor, worked on like any other, and there for nobody else', async () => {
    const [ada, ben, kid, other] = [
      await author(),
      await author(),
      await learner(),
      await learner(),
    ]
    await assign(ada, kid)
    const { id } = await ada.write.writeQuestFor({ params: { id: kid.id }, body: personal() })
    await expect(
      ben.write.writeQuestFor({ params: { id: kid.id }, body: personal() }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      kid.call(authoring).writeQuestFor({ params: { id: kid.id }, body: personal() }),
    ).rejects.toMatchObject({ status: 403 })

    const started = await kid.start(id)
    expect(started).toMatchObject({ personal: true, title: 'A boat that floats' })
    const built = started.tasks[0]!.id
    await expect(other.see(id)).rejects.toMatchObject({ status: 404 })
    await expect(other.start(id)).rejects.toMatchObject({ status: 404 })
    await expect(other.draft(built)).rejects.toMatchObject({ status: 404 })
    await expect(other.submit(built)).rejects.toMatchObject({ status: 404 })
    const find = (person: Person) =>
      person.call(quests).listQuests({ query: { search: 'boat', limit: 100 } })
    expect((await find(other)).items).toEqual([])
    expect((await find(kid)).items).toMatchObject([{ id, state: 'active' }])
    await expect(ben.write.getAuthored({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(ada.write.beginQuest({ body: { copy_of: id } })).rejects.toMatchObject({
      status: 404,
    })

    const outcome = await kid.submit(built)
    expect(outcome).toMatchObject({ quest_completed: true, bonus_change: 40 })
    expect((await kid.call(progress).dashboard()).recent[0]).toMatchObject({
      quest_title: 'A boat that floats',
    })
  })

  test('in which a learner asks for help is heard, and not stored where the family reads it', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const at = { id: child.id }
    const [task] = personal().tasks
    const body = personal({ tasks: [{ ...task!, instructions: 'My mum hits me every night.' }] })
    for (const call of ['proposeQuestFor', 'writeQuestFor'] as const) {
      await expect(child.call(authoring)[call]({ params: at, body })).rejects.toMatchObject({
        code: 'not_saved',
      })
    }
    const written = await child.call(authoring).listWrittenFor({ params: at })
    expect(written).toEqual({ quests: [], proposals: [] })
    const reports = await app.db
      .selectFrom('safety_reports')
      .select(['category', 'held_back'])
      .where('learner_id', '=', child.id)
      .execute()
    expect(reports).toEqual([{ category: 'abuse', held_back: true }])
  })

  test('is proposed by the learner and becomes theirs as the advisor has changed it', async () => {
    const [ada, kid] = [await author(), await learner()]
    await assign(ada, kid)
    const mine = kid.call(authoring)
    const at = { id: kid.id }
    const { id } = await mine.proposeQuestFor({ params: at, body: personal() })
    await expect(kid.see(id)).rejects.toMatchObject({ status: 404 })
    await expect(
      mine.approveProposal({ params: { ...at, quest_id: id }, body: personal() }),
    ).rejects.toMatchObject({ status: 403 })
    expect(await ada.write.listWrittenFor({ params: at })).toMatchObject({
      proposals: [{ id, mine: false, quest: { title: 'A boat that floats' } }],
    })
    const approve = () =>
      ada.write.approveProposal({
        params: { ...at, quest_id: id },
        body: personal({ title: 'A raft' }),
      })
    await approve()
    await expect(approve()).rejects.toMatchObject({ status: 404 })
    expect(await kid.see(id)).toMatchObject({ title: 'A raft', personal: true })
    expect((await mine.listWrittenFor({ params: at })).proposals).toEqual([])
  })

  test('is begun right away by a learner who has no advisor', async () => {
    const kid = await learner()
    const { id } = await kid
      .call(authoring)
      .writeQuestFor({ params: { id: kid.id }, body: personal() })
    expect((await kid.start(id)).enrollment).toMatchObject({ state: 'active' })
    const one = personal().tasks[0]!
    await expect(
      kid.call(authoring).writeQuestFor({
        params: { id: kid.id },
        body: personal({ tasks: [{ ...one, instructions: '', xp: 500 }] }),
      }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('has versions as well', async () => {
    const [ada, kid] = [await author(), await learner()]
    await assign(ada, kid)
    const { id } = await ada.write.writeQuestFor({ params: { id: kid.id }, body: personal() })
    await kid.start(id)
    await ada.write.changeQuestFor({
      params: { id: kid.id, quest_id: id },
      body: personal({ title: 'A ship' }),
    })
    const seen = await kid.see(id)
    expect(seen).toMatchObject({ title: 'A boat that floats', newer: { version: 2 } })
    const chosen = await kid.call(quests).chooseVersion({ params: { id }, body: { version: 2 } })
    expect(chosen.title).toBe('A ship')
  })

  test('keeps no version that the learner did not start, and no task of one without work', async () => {
    const kid = await learner()
    const write = kid.call(authoring)
    const { id } = await write.writeQuestFor({ params: { id: kid.id }, body: personal() })
    await kid.start(id)
    const change = (title: string) =>
      write.changeQuestFor({
        params: { id: kid.id, quest_id: id },
        body: personal({ title, tasks: [{ instructions: '', ...personal().tasks[0]!, title }] }),
      })
    await change('Second')
    await kid.call(quests).chooseVersion({ params: { id }, body: { version: 2 } })
    const [second] = (await kid.see(id)).tasks
    await kid.draft(second!.id)
    for (const title of ['Third', 'Fourth', 'Fifth']) await change(title)
    expect(await kid.see(id)).toMatchObject({ title: 'Second', newer: { version: 5 } })
    await kid.call(quests).chooseVersion({ params: { id }, body: { version: 5 } })
    await change('Sixth')
    const versions = await app.db
      .selectFrom('quest_versions')
      .select('version')
      .where('quest_id', '=', id)
      .execute()
    expect(versions).toEqual([{ version: 5 }])
    const tasks = await app.db
      .selectFrom('tasks')
      .select('title')
      .where('quest_id', '=', id)
      .orderBy('title')
      .execute()
    expect(tasks.map(({ title }) => title)).toEqual(['Fifth', 'Second', 'Sixth'])
  })

  test('can be made shorter where all of them together have become too long, and not longer', async () => {
    const [ada, kid] = [await author(), await learner()]
    await assign(ada, kid)
    const params = { id: kid.id }
    const { id: long } = await ada.write.writeQuestFor({ params, body: personal() })
    const { id: quest_id } = await ada.write.writeQuestFor({ params, body: personal() })
    const big_idea = 'x'.repeat(3_100_000)
    await app.db.updateTable('quests').set({ big_idea }).where('id', '=', long).execute()
    const rename = (title: string) =>
      ada.write.changeQuestFor({ params: { ...params, quest_id }, body: personal({ title }) })
    await expect(rename('A boat that floats a little longer')).rejects.toMatchObject({
      status: 409,
    })
    await rename('A boat')
    expect(await kid.see(quest_id)).toMatchObject({ title: 'A boat' })
  })

  test('comes of a repeatable quest that is done again on another subject', async () => {
    const kid = await learner()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], {
      title: 'Argue with a book',
    })
    await app.db.updateTable('quests').set({ repeatable: true }).where('id', '=', id).execute()
    const repeat = (quest: string, subject: string) =>
      kid.call(quests).repeatQuest({ params: { id: quest }, body: { subject } })
    await kid.start(id)
    await expect(repeat(id, 'The Hobbit')).rejects.toMatchObject({ status: 409 })
    await kid.submit(tasks[0]!)
    const again = await repeat(id, 'The Hobbit')
    expect(again).toMatchObject({
      title: 'Argue with a book: The Hobbit',
      personal: true,
      enrollment: { state: 'active' },
    })
    await kid.submit(again.tasks[0]!.id)
    const third = await repeat(again.id, 'Emma')
    expect(third.title).toBe('Argue with a book: Emma')
    expect((await kid.call(progress).dashboard()).xp.total).toBe(2 * (60 + 30))
  })
})

describe('a badge that staff make', () => {
  const badge = (more: object = {}) => ({
    name: `Badge ${randomUUID().slice(0, 8)}`,
    description: 'For steady work.',
    shape: 'roundel' as const,
    pillars: ['creativity' as const],
    criteria: { xp: 60, pillar: 'creativity' as const },
    ...more,
  })

  test('is earned once it is published, and then changes by a next version', async () => {
    const [ada, kid, late] = [await author(), await learner(), await learner()]
    const made = await ada.write.createBadge({ body: { badge: badge(), publish: false } })
    await expect(kid.call(badges).getBadge({ params: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    })
    const change = (more: object, version: number) =>
      ada.write.changeBadge({
        params: { id: made.id },
        body: { badge: badge(more), publish: true, version },
      })
    expect(await change({}, 1)).toMatchObject({ version: 1, status: 'published', holders: 0 })
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await kid.start(id)
    const { badges_earned } = await kid.submit(tasks[0]!)
    expect(badges_earned.map((earned) => earned.id)).toContain(made.id)
    expect(await change({ criteria: { xp: 5000 } }, 1)).toMatchObject({ version: 2, holders: 1 })
    await expect(change({}, 1)).rejects.toMatchObject({ status: 409 })
    expect(await kid.call(badges).getBadge({ params: { id: made.id } })).toMatchObject({
      version: 1,
      state: 'earned',
    })
    expect(await late.call(badges).getBadge({ params: { id: made.id } })).toMatchObject({
      version: 2,
      state: 'open',
    })
    await ada.write.archiveBadge({ params: { id: made.id } })
    expect((await kid.call(badges).getBadge({ params: { id: made.id } })).state).toBe('earned')
    await expect(late.call(badges).getBadge({ params: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('has a name of its own, criteria of real quests, and one who may change it', async () => {
    const [ada, ben] = [await author(), await author()]
    const made = await ada.write.createBadge({
      body: { badge: badge({ name: 'Owl' }), publish: true },
    })
    const create = (more: object) =>
      ada.write.createBadge({ body: { badge: badge(more), publish: true } })
    await expect(create({ name: 'owl' })).rejects.toMatchObject({ status: 409 })
    await expect(create({ criteria: { quests: [randomUUID()] } })).rejects.toMatchObject({
      status: 400,
    })
    await expect(create({ criteria: { all: [] } })).rejects.toMatchObject({ status: 400 })
    await expect(
      create({ criteria: { all: [{ any: [{ all: [{ xp: 5 }] }] }] } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(ben.write.archiveBadge({ params: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('has up to 24 conditions, which list up to 200 quests together', async () => {
    const ada = await author()
    const preview = (groups: object[][]) =>
      ada.write.previewCriteria({
        body: { criteria: { any: groups.map((all) => ({ all })) } as BadgeContent['criteria'] },
      })
    const some = (count: number, condition: () => object) =>
      Array.from({ length: count }, condition)
    const tasks = () => ({ tasks: 1 })
    const listed = () => ({ quests: some(50, () => ({})).map(() => randomUUID()), at_least: 1 })
    await preview([some(12, tasks), some(12, tasks)])
    await expect(preview([some(12, tasks), some(12, tasks), some(1, tasks)])).rejects.toMatchObject(
      { status: 400, message: expect.stringContaining('24 conditions') },
    )
    await expect(preview([some(5, listed)])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('200 quests'),
    })
  })

  test('says in words what it asks for, and how many would have it today', async () => {
    const [ada, kid] = [await author(), await learner()]
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'communication', xp: 70 }], {
      title: 'Speak up',
    })
    const preview = () =>
      ada.write.previewCriteria({ body: { criteria: { all: [{ quests: [id] }, { tasks: 1 }] } } })
    expect(await preview()).toMatchObject({ learners: 0, estimated: false })
    await kid.start(id)
    await kid.submit(tasks[0]!)
    const { words, learners, of } = await preview()
    expect(words).toContain('Complete “Speak up”')
    expect(learners).toBe(1)
    expect(of).toBeGreaterThan(1)
  })

  test('is one of fifty by its author and of two hundred by all, archived ones among them', async () => {
    const [ada, ben] = [await author(), await author()]
    const create = (by: Author) =>
      by.write.createBadge({ body: { badge: badge(), publish: false } })
    const fill = (by: Author | undefined, count: number) =>
      sql`
        with made as (
          insert into badges (id, slug, status, version, author_id)
          select id, id, 'archived', 1, ${by?.id ?? null}::uuid
          from (select gen_random_uuid() as id from generate_series(1, ${count}::integer)) ids
          returning id)
        insert into badge_versions (badge_id, version, name, description, criteria, criteria_text, pillars, shape)
        select id, 1, id, 'A badge', '{"tasks": 1}', '-', array['creativity'], 'roundel'
        from made`.execute(app.db)
    await fill(ada, 49)
    await create(ada)
    await expect(create(ada)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('50 badges'),
    })
    await create(ben)
    await fill(undefined, 200)
    await expect(create(ben)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('200 badges'),
    })
  })
})
