import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { portfolio } from '#contract/portfolio'
import { practice } from '#contract/practice'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { assignLearner } from '#features/advising'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { localTime } from '#rules/local-time'
import { addDays } from '#rules/plan'
import { solveExercise } from '#rules/practice/check-answer'
import { practiceSeed } from '#rules/practice/generate'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { practiceLibrary } from './library.ts'

const SLUG = 'triangles-that-reach'
const DAY_MS = 24 * 3_600_000

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  await storeLibrary(app.db, await readQuestLibrary())
})
beforeEach(async () => {
  ada = await app.person()
})
afterAll(() => app.stop())

const setFor = (person: Person) => person.call(practice).getPracticeSet({ params: { slug: SLUG } })
const send = (
  answers: { exercise: string; tries: number; answer: string | number; hint?: boolean }[],
  day?: string,
) =>
  ada.call(practice).answerExercises({
    params: { slug: SLUG },
    body: { answers: answers.map((answer) => ({ hint: false, ...answer })), day },
  })
const practiceOf = async (learner: Person, by = learner) =>
  (await by.call(practice).listPractice({ params: { id: learner.id } })).sets

const rightAnswer = async (exercise: string, tries: number) => {
  const set = (await practiceLibrary()).get(SLUG)!
  const found = set.exercises.find(({ id }) => id === exercise)!
  return solveExercise(found, practiceSeed(ada.id, SLUG, exercise, tries)) as string | number
}

/** Answers every exercise of the set rightly. @param day of the learner; without it, the server's */
const practiseAll = async (day?: string) => {
  const { practised } = await setFor(ada)
  const answers = practised.map(async ({ id, tries }) => ({
    exercise: id,
    tries,
    answer: await rightAnswer(id, tries),
  }))
  await send(await Promise.all(answers), day)
}

/** Ada signs in again: her session has ended. */
const moveDays = async (days: number) => {
  app.moveClock(days * DAY_MS)
  ada = await app.signIn(ada.email)
}

const masterAll = async () => {
  for (const days of [1, 3, 0]) {
    await practiseAll()
    await moveDays(days)
  }
}

test('authors see every set that a task can ask for; learners do not', async () => {
  const author = await app.person({ role: 'educator' })
  const { sets } = await author.call(practice).listPracticeSets()
  expect(sets.map(({ slug }) => slug)).toEqual([...(await practiceLibrary()).keys()])
  expect(sets.find(({ slug }) => slug === SLUG)).toMatchObject({ exercises: 7 })
  await expect(ada.call(practice).listPracticeSets()).rejects.toMatchObject({ status: 403 })
})

describe('a learner who practises', () => {
  test('begins with new exercises, all of them due', async () => {
    const { practised, exercises } = await setFor(ada)
    expect(exercises.length).toBe(7)
    expect(practised.every(({ status, tries }) => status === 'new' && tries === 0)).toBe(true)
    expect(await practiceOf(ada)).toEqual([])
  })

  test('is checked by the server, whatever the browser found', async () => {
    const { practised } = await send([{ exercise: 'shadow', tries: 0, answer: '1 m' }])
    expect(practised[0]).toMatchObject({ id: 'shadow', status: 'needs_work', tries: 1 })
    const answer = await rightAnswer('shadow', 1)
    const next = await send([{ exercise: 'shadow', tries: 1, answer }])
    expect(next.practised[0]).toMatchObject({ status: 'practising', tries: 2, stage: 1 })
  })

  test('counts once when the call is sent twice or two come at once', async () => {
    const answer = { exercise: 'shadow', tries: 0, answer: await rightAnswer('shadow', 0) }
    await Promise.all([send([answer]), send([answer]), send([answer])])
    const { practised } = await send([answer])
    expect(practised[0]).toMatchObject({ tries: 1, stage: 1 })
  })

  test('cannot choose the question: a right answer to another one changes nothing', async () => {
    const later = { exercise: 'shadow', tries: 5, answer: await rightAnswer('shadow', 5) }
    expect((await send([later])).practised[0]).toMatchObject({ tries: 0, status: 'new' })
    const unknown = { exercise: 'nothing', tries: 0, answer: 1 }
    expect((await send([unknown])).practised.every(({ tries }) => tries === 0)).toBe(true)
  })

  test('masters a set on three days, and gets it again after a week', async () => {
    await masterAll()
    const [set] = await practiceOf(ada)
    expect(set).toMatchObject({ slug: SLUG, mastered: 7, due: 0 })
    await moveDays(7)
    expect((await practiceOf(ada))[0]).toMatchObject({ mastered: 7, due: 7 })
  })

  test('reads on the first screen how many exercises are due today', async () => {
    const due = async () => (await ada.call(progress).dashboard({ query: {} })).practice_due
    expect(await due()).toBeNull()
    await send([{ exercise: 'shadow', tries: 0, answer: await rightAnswer('shadow', 0) }])
    const set = { slug: SLUG, title: (await practiceLibrary()).get(SLUG)!.title }
    expect(await due()).toEqual({ exercises: 6, set })
    await practiseAll()
    expect(await due()).toBeNull()
    await moveDays(1)
    expect(await due()).toEqual({ exercises: 7, set })
    const other = [...(await practiceLibrary()).values()].find(({ slug }) => slug !== SLUG)!
    const [exercise] = other.exercises
    const seed = practiceSeed(ada.id, other.slug, exercise!.id, 0)
    const answer = solveExercise(exercise!, seed) as string | number
    await ada.call(practice).answerExercises({
      params: { slug: other.slug },
      body: { answers: [{ exercise: exercise!.id, tries: 0, answer, hint: false }] },
    })
    expect(await due()).toMatchObject({ set: null })
  })

  test('has days that begin and end where they are, on the first screen and in the count of days', async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      ada = await app.person({ dateOfBirth: app.birthdayAt(14) })
      const dueNow = async () =>
        (await ada.call(progress).dashboard({ query: { time_zone } })).practice_due?.exercises ?? 0
      const { day } = localTime(app.parts.clock(), time_zone)
      await practiseAll(day)
      expect(await dueNow()).toBe(0)
      const [set] = (await setFor(ada)).practised
      expect(set).toMatchObject({ stage: 1, due_on: addDays(day, 1) })
      // The same day, at any hour in UTC: repeating counts once.
      await practiseAll(day)
      expect((await setFor(ada)).practised[0]).toMatchObject({ stage: 1, due_on: addDays(day, 1) })
      await moveDays(1)
      expect(await dueNow()).toBe(7)
    }
  })

  test('cannot name a day that is nowhere today', async () => {
    const today = app.parts.clock().toISOString().slice(0, 10)
    await practiseAll(addDays(today, 5))
    expect((await setFor(ada)).practised[0]).toMatchObject({ due_on: addDays(today, 1) })
  })

  test('earns no XP by answers', async () => {
    const xp = async () => (await ada.call(progress).dashboard({ query: {} })).xp
    const before = await xp()
    await masterAll()
    expect(await xp()).toEqual(before)
  })

  test('finds no set that does not ship', async () => {
    const call = ada.call(practice).getPracticeSet({ params: { slug: 'no-such-set' } })
    await expect(call).rejects.toMatchObject({ status: 404 })
  })
})

describe('work on a task that asks for practice', () => {
  const handIn = async () => {
    const quest = (await readQuestLibrary()).find(({ slug }) => slug === 'how-high-is-that')
    const task = quest!.tasks.find(({ key }) => key === 'three-ways')!
    await ada.call(quests).startQuest({ params: { id: quest!.id } })
    return ada.call(quests).submitTask({
      params: { id: task.id },
      body: { blocks: [{ type: 'text', text: 'Three drawings' }] },
    })
  }

  test('names the set on the task, and hands in what is mastered with the work', async () => {
    await masterAll()
    const advisor = await app.person({ role: 'advisor' })
    await assignLearner(app.db, {
      advisorId: advisor.id,
      learnerId: ada.id,
      since: app.parts.clock(),
    })
    const { attempt } = await handIn()
    const block = {
      type: 'text',
      text: 'Practice “Triangles that reach”: all 7 skills mastered.',
      practice: { slug: SLUG, mastered: 7, total: 7 },
    }
    expect(attempt.blocks.at(-1)).toEqual(block)
    const shown = await advisor.call(reviews).getReview({ params: { id: attempt.id } })
    expect(JSON.stringify(shown)).toContain('all 7 skills mastered')
  })

  test('says it to the advisor, and not on the page for people outside', async () => {
    await send([{ exercise: 'shadow', tries: 0, answer: '1 m' }])
    const { attempt } = await handIn()
    const items = [{ attempt_id: attempt.id, audience: 'public' as const }]
    const { slug } = await ada.call(portfolio).changePortfolio({ body: { published: true, items } })
    const shown = await app.anyone.call(portfolio).publicPortfolio({ params: { slug: slug! } })
    expect(JSON.stringify(shown)).toContain('Three drawings')
    expect(JSON.stringify(shown)).not.toMatch(/skills mastered|Heights from shadows/)
    const preview = { params: { id: ada.id }, query: { as: 'advisor' as const } }
    const { pieces } = (await ada.call(portfolio).previewPortfolio(preview)).quests[0]!
    expect(JSON.stringify(pieces)).toContain('skills mastered')
  })

  test('says which skills are missing, and says nothing before practice has begun', async () => {
    await send([{ exercise: 'shadow', tries: 0, answer: '1 m' }])
    const { attempt } = await handIn()
    expect(attempt.blocks.at(-1)?.text).toMatch(/0 of 7 skills mastered[^]*- Heights from shadows/)
    ada = await app.person()
    expect((await handIn()).attempt.blocks).toHaveLength(1)
  })
})

describe('the practice of a learner', () => {
  beforeEach(() => send([{ exercise: 'shadow', tries: 0, answer: '1 m' }]))

  test('is read by the advisor, and no longer by a former one', async () => {
    const [advisor, next] = [
      await app.person({ role: 'advisor' }),
      await app.person({ role: 'advisor' }),
    ]
    const assign = (to: Person) =>
      assignLearner(app.db, { advisorId: to.id, learnerId: ada.id, since: app.parts.clock() })
    await assign(advisor)
    const [set] = await practiceOf(ada, advisor)
    expect(set?.practised[0]).toMatchObject({ title: 'Heights from shadows', status: 'needs_work' })
    await assign(next)
    await expect(practiceOf(ada, advisor)).rejects.toMatchObject({ status: 404 })
  })

  test('is read by guardians who may view, and by no stranger', async () => {
    const [guardian, stranger] = [
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
    ]
    ada = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await recordConsent(app, ada, guardian)
    await send([{ exercise: 'shadow', tries: 0, answer: '1 m' }])
    expect(await practiceOf(ada, guardian)).toHaveLength(1)
    await expect(practiceOf(ada, stranger)).rejects.toMatchObject({ status: 404 })
    await endGuardianship(app, guardian)
    await expect(practiceOf(ada, guardian)).rejects.toMatchObject({ status: 404 })
  })
})
