import { afterAll, beforeAll, expect, test } from 'vitest'

import { parents } from '#contract/parents'
import { privacy } from '#contract/privacy'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { assignLearner } from '#features/advising'
import { markAnswered, withholdAttempt } from '#features/attempts'
import { deleteOldConversations } from '#features/tutor'
import { changeDuring } from '#testing/change-during'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { readZip } from '#testing/read-zip'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let quest: Awaited<ReturnType<typeof createQuest>>
let safeguard: Person
beforeAll(async () => {
  app = await startApp({ poolSize: 3, work: true, env: { UNDO_SECONDS: '0' } })
  quest = await createQuest(app.db, [
    { pillar: 'creativity', xp: 100 },
    { pillar: 'communication', xp: 60 },
  ])
  const admin = await app.person({ role: 'admin' })
  safeguard = await app.person({ role: 'educator' })
  await admin.call(safety).nameSafeguard({ ...of(safeguard.id), body: { safeguarding: true } })
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })

const makeFamily = async (age = 10) => {
  const child = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(age) })
  const mother = await app.person({
    firstName: 'Brenda',
    role: 'parent',
    dateOfBirth: '1985-04-02',
  })
  const advisor = await app.person({ role: 'advisor' })
  await recordConsent(app, child, mother)
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  await asLearner(child).start(quest.id)
  return { child, mother, advisor }
}
const casesOf = async (child: Person) =>
  (await safeguard.call(safety).listSafetyCases({ query: { limit: 100 } })).items.filter(
    ({ learner }) => learner.id === child.id,
  )
const seenBy = async (mother: Person, child: Person) =>
  mother.call(parents).parentDashboard(of(child.id))
const [first, second] = [() => quest.tasks[0]!, () => quest.tasks[1]!]

test('a guardian’s list of feedback has no gap where work is hidden from them', async () => {
  const { child, mother } = await makeFamily()
  const many = Array.from({ length: 6 }, () => ({ pillar: 'creativity' as const, xp: 50 }))
  const { id, tasks } = await createQuest(app.db, many)
  await asLearner(child).start(id)
  for (const task of tasks) {
    await asLearner(child).submit(task)
    const decided_at = app.parts.clock().toISOString()
    await app.db
      .updateTable('attempts')
      .set({ state: 'accepted', comment: 'Good', decided_at, held_back: task === tasks.at(-1) })
      .where('learner_id', '=', child.id)
      .where('task_id', '=', task)
      .execute()
    app.moveClock(1000)
  }
  const newest = tasks.toReversed()
  const tasksIn = (feedback: readonly { task_id: string }[]) =>
    feedback.map(({ task_id }) => task_id)
  expect(tasksIn((await seenBy(mother, child)).feedback)).toEqual(newest.slice(1))
  const own = await child.call(progress).dashboard({ query: { time_zone: 'UTC' } })
  expect(tasksIn(own.feedback)).toEqual(newest.slice(0, 5))
})

test('work that tells of somebody at home is kept for the advisor, reported, and shown to no guardian', async () => {
  const { child, mother, advisor } = await makeFamily()
  const body = { ...words('My garden in spring.'), reflection: 'Brenda hits me when I cry.' }
  const seen_at = new Date(app.parts.clock().getTime() - 3_600_000).toISOString()
  await app.db
    .insertInto('guardian_visits')
    .values({ guardian_id: mother.id, learner_id: child.id, seen_at })
    .execute()
  const { attempt, xp_change } = await child.call(quests).submitTask({ ...of(first()), body })
  await asLearner(child).submit(second(), 'Tulips need cold winters.')
  expect(xp_change).toBe(100)

  const [found, ...others] = await casesOf(child)
  expect(others).toEqual([])
  expect(found).toMatchObject({ category: 'abuse', held_back: true })
  const report = await safeguard.call(safety).openSafetyReport(of(found!.id))
  expect(report.quoted?.messages[0]?.text).toContain('Brenda hits me')
  const review = await advisor.call(reviews).getReview({ ...of(attempt.id), query: {} })
  expect(JSON.stringify(review)).toContain('Brenda hits me')
  const decision = { decision: 'returned' as const, comment: 'Please come and see me today.' }
  await advisor.call(reviews).claimReview(of(attempt.id))
  await advisor.call(reviews).decide({ ...of(attempt.id), body: decision })

  const seen = await seenBy(mother, child)
  expect(seen.evidence).toMatchObject([{ task_id: second() }])
  expect(JSON.stringify(seen)).not.toMatch(/hits me|garden|see me today/)
  const news = await mother.call(parents).parentNews(of(child.id))
  expect(news).toMatchObject({ handed_in: 1, decided: 0 })
  const days = async (person: Person) =>
    (await person.call(parents).parentCalendar(of(child.id))).items.map(({ kind }) => kind)
  expect(await days(mother)).toEqual(['handed_in'])
  expect(await days(advisor)).toHaveLength(3)
  expect(await asLearner(child).see(quest.id)).toMatchObject({
    tasks: [{ attempts: [{ reflection: 'Brenda hits me when I cry.' }] }, {}],
  })

  const toldOf = (person: Person) =>
    app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', person.id)
      .where('category', '=', 'feedback')
      .execute()
  await eventually(async () => {
    expect(await toldOf(child)).toEqual([{ title: 'Your work was read' }])
  })
  expect(await toldOf(mother)).toEqual([])
  const insights = await mother
    .call(parents)
    .parentInsights({ ...of(child.id), query: { time_zone: 'UTC' } })
  expect(JSON.stringify(insights)).not.toContain('Task 1')
  await mother.call(privacy).requestChildExport(of(child.id))
  const made = await eventually(async () => {
    const [newest] = (await mother.call(privacy).listChildExports(of(child.id))).items
    expect(newest?.state).toBe('ready')
    return newest!
  })
  const archive = await app.http.inject({ url: made.url!, headers: mother.headers })
  const zip = [...readZip(archive.rawPayload).values()].join('\n')
  expect(zip).toContain('Tulips need cold winters.')
  expect(zip).not.toMatch(/hits me|garden|see me today/)

  await safeguard
    .call(safety)
    .releaseSafetyReport({ ...of(found!.id), body: { reason: 'Talked with the family.' } })
  expect((await seenBy(mother, child)).evidence).toHaveLength(2)
})

test('an answer below the work is heard as well, and the work goes dark for guardians', async () => {
  const { child, mother, advisor } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'A song about rain.')
  await advisor.call(reviews).claimReview(of(attempt.id))
  const decision = { decision: 'returned' as const, comment: 'What made you write it?' }
  await advisor.call(reviews).decide({ ...of(attempt.id), body: decision })
  expect((await seenBy(mother, child)).evidence).toHaveLength(1)
  const body = { words: 'Because my mum hits me.' }
  await child.call(reviews).answer({ ...of(attempt.id), body })
  expect(await casesOf(child)).toMatchObject([{ category: 'abuse', held_back: true }])
  const seen = await seenBy(mother, child)
  expect([seen.evidence, seen.feedback]).toEqual([[], []])
})

test('what is written below hidden work is for safeguarding at once, and the family is told of nothing', async () => {
  const { child, mother, advisor } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'My mum hits me.')
  await advisor.call(reviews).ask({ ...of(attempt.id), body: { words: 'How are you today?' } })
  app.moveClock(1000)
  await child.call(reviews).answer({ ...of(attempt.id), body: { words: 'I want to die.' } })
  expect(await casesOf(child)).toMatchObject([
    { category: 'abuse', held_back: true },
    { category: 'self_harm', held_back: true },
  ])
  const told = await app.db
    .selectFrom('notifications')
    .select('title')
    .where('person_id', '=', mother.id)
    .where('category', '=', 'safety')
    .execute()
  expect(told).toEqual([])
})

test('an answer in two parts is heard', async () => {
  const { child, advisor } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'A song about rain.')
  await advisor.call(reviews).ask({ ...of(attempt.id), body: { words: 'How are you?' } })
  for (const words of ['Sometimes I want to kill', 'myself'])
    await child.call(reviews).answer({ ...of(attempt.id), body: { words } })
  const found = await app.db
    .selectFrom('safety_reports')
    .select('category')
    .where('learner_id', '=', child.id)
    .execute()
  expect(found).toEqual([{ category: 'self_harm' }])
})

test('work and answers that are refused are heard', async () => {
  const { child } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'A song about rain.')
  const text = 'My mum hits me every day.'
  for (const write of [
    () => child.call(quests).submitTask({ ...of(first()), body: words(text) }),
    () => child.call(reviews).answer({ ...of(attempt.id), body: { words: text } }),
  ]) {
    await app.db.deleteFrom('safety_reports').where('learner_id', '=', child.id).execute()
    await expect(write()).rejects.toMatchObject({ status: 409 })
    expect(await casesOf(child)).toMatchObject([{ category: 'abuse', held_back: true }])
  }
})

test('a task of one’s own that asks for help is heard, and not added', async () => {
  const { child } = await makeFamily()
  const body = { title: 'My mum hits me', pillar: 'creativity' as const, xp: 50 }
  await expect(child.call(quests).addOwnTask({ ...of(quest.id), body })).rejects.toMatchObject({
    code: 'not_saved',
  })
  expect(await casesOf(child)).toMatchObject([{ category: 'abuse', held_back: true }])
})

test('what a quest is repeated about is heard like a title, and is in none', async () => {
  const { child, mother } = await makeFamily()
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 50 }])
  await app.db.updateTable('quests').set({ repeatable: true }).where('id', '=', id).execute()
  await asLearner(child).start(id)
  await asLearner(child).submit(tasks[0]!)
  const again = (subject: string) =>
    child.call(quests).repeatQuest({ ...of(id), body: { subject } })
  await expect(again('My mum hits me')).rejects.toMatchObject({ code: 'not_saved' })
  expect(await casesOf(child)).toMatchObject([{ category: 'abuse', held_back: true }])
  const { active_quests } = await seenBy(mother, child)
  expect(JSON.stringify(active_quests)).not.toContain('hits me')
  expect((await again('The river behind our house')).title).toContain('river')
})

test('a disclosure in one of many long texts is found', async () => {
  const { child, mother } = await makeFamily()
  const essay = { type: 'text' as const, text: 'The river rises in the hills. '.repeat(600) }
  const blocks = [essay, { ...essay, caption: 'my stepdad hits me' }, essay]
  await child.call(quests).submitTask({ ...of(first()), body: { blocks } })
  expect(await casesOf(child)).toMatchObject([{ category: 'abuse' }])
  expect((await seenBy(mother, child)).evidence).toEqual([])
})

test('schoolwork about wars, crimes and sad stories is nobody’s report', async () => {
  const { child, mother } = await makeFamily()
  const text =
    'In 1914 soldiers killed each other in trenches. In the story the wolf eats the grandmother. Romeo takes poison because he thinks Juliet is dead. My email is on the poster.'
  await asLearner(child).submit(first(), text)
  expect(await casesOf(child)).toEqual([])
  expect((await seenBy(mother, child)).evidence).toHaveLength(1)
})

test('what an advisor says of home below a piece of work is held back from guardians like the work that told of it', async () => {
  const { child, mother, advisor } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'Tulips need cold winters.')
  expect((await seenBy(mother, child)).evidence).toHaveLength(1)
  const said = { ...of(attempt.id), body: { words: 'Did your dad hit you again?' } }
  await advisor.call(reviews).ask(said)
  expect((await seenBy(mother, child)).evidence).toEqual([])

  await asLearner(child).submit(second(), 'Tulips again.')
  const { items } = await advisor.call(reviews).listReviews({ query: {} })
  const { id } = items.find((each) => each.task_title !== undefined && each.id !== attempt.id)!
  await advisor.call(reviews).claimReview(of(id))
  const comment = 'You told me that your stepdad beats you. Come and see me.'
  await advisor
    .call(reviews)
    .decide({ ...of(id), body: { decision: 'returned' as const, comment } })
  const seen = await seenBy(mother, child)
  expect([seen.evidence, JSON.stringify(seen).includes('stepdad')]).toEqual([[], false])
  expect(await casesOf(child)).toMatchObject([
    { category: 'abuse', severity: 'low', held_back: true },
    { category: 'abuse', severity: 'low', held_back: true },
  ])
})

test('work in which a child tells more at the moment of a release stays hidden from guardians', async () => {
  const { child, mother } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'My mum hits me.')
  const [found] = await casesOf(child)
  const { id: _, ...report } = await app.db
    .selectFrom('safety_reports')
    .selectAll()
    .where('id', '=', found!.id)
    .executeTakeFirstOrThrow()
  const release = { ...of(found!.id), body: { reason: 'Talked with the family.' } }
  await changeDuring(
    app,
    async (db) => {
      await markAnswered(db, attempt.id, app.parts.clock())
      const quoted = JSON.stringify(report.quoted)
      await db
        .insertInto('safety_reports')
        .values({ ...report, quoted })
        .execute()
      await withholdAttempt(db, attempt.id)
    },
    () => safeguard.call(safety).releaseSafetyReport(release),
  )
  expect((await seenBy(mother, child)).evidence).toEqual([])
})

test('work stays hidden from guardians when the report that hid it is deleted, whatever is released later', async () => {
  const { child, mother, advisor } = await makeFamily()
  const { attempt } = await asLearner(child).submit(first(), 'My mum hits me.')
  const close = app.db
    .updateTable('safety_reports')
    .set({ state: 'acted', closed_at: '2020-01-01T00:00:00Z' })
    .where('learner_id', '=', child.id)
  await close.execute()
  const comment = 'Thank you for telling me. Come and see me.'
  await advisor
    .call(reviews)
    .decide({ ...of(attempt.id), body: { decision: 'returned' as const, comment } })
  const words = 'It is about my dad, he beats me.'
  await child.call(reviews).answer({ ...of(attempt.id), body: { words } })
  await deleteOldConversations(app.parts)
  const cases = await casesOf(child)
  expect(cases).not.toEqual([])
  for (const { id } of cases) {
    const reason = 'Talked with the family.'
    await safeguard.call(safety).releaseSafetyReport({ ...of(id), body: { reason } })
  }
  expect((await seenBy(mother, child)).evidence).toEqual([])
})
