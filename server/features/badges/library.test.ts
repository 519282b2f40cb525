import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type LibraryQuest, readQuestLibrary } from '#features/quests'
import { BADGE_SHAPES } from '#rules/art/badge-art'
import { type BadgeFacts, requiresAdvisorAward, progressOn, questsIn } from '#rules/badges'
import { PILLARS } from '#rules/pillars'
import { completionBonus } from '#rules/xp'

import { type LibraryBadge, readBadgeLibrary } from './library.ts'

let quests: LibraryQuest[]
let badges: LibraryBadge[]
beforeAll(async () => {
  quests = await readQuestLibrary()
  badges = await readBadgeLibrary(quests)
})

/** Badge facts of a learner who completed all these quests. */
const badgeFactsOf = (done: readonly LibraryQuest[], awarded: boolean): BadgeFacts => {
  const tasks = done.flatMap((quest) => quest.tasks)
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const perPillar = (of: (pillar: (typeof PILLARS)[number]) => number) =>
    Object.fromEntries(PILLARS.map((pillar) => [pillar, of(pillar)]))
  return {
    completed: new Set(done.map(({ id }) => id)),
    begun: new Set(),
    awarded,
    tasks: perPillar((pillar) => tasks.filter((task) => task.pillar === pillar).length),
    xp: perPillar(
      (pillar) =>
        sum(tasks.filter((task) => task.pillar === pillar).map(({ xp }) => xp)) +
        sum(done.map((quest) => completionBonus(quest.tasks)[pillar] ?? 0)),
    ),
  }
}

describe('the badges that ship', () => {
  test('are at least 24, each with a name and an id of its own, in every shape and pillar', () => {
    expect(badges.length).toBeGreaterThanOrEqual(24)
    for (const of of ['id', 'name', 'position'] as const)
      expect(new Set(badges.map((badge) => badge[of])).size, of).toBe(badges.length)
    for (const shape of BADGE_SHAPES)
      expect(
        badges.some((badge) => badge.shape === shape),
        shape,
      ).toBe(true)
    for (const pillar of PILLARS)
      expect(badges.filter(({ pillars }) => pillars[0] === pillar).length, pillar).toBeGreaterThan(
        3,
      )
    expect(
      badges.filter(({ criteria }) => requiresAdvisorAward(criteria)).length,
    ).toBeGreaterThanOrEqual(1)
  })

  test('can all be earned by the quests that ship, and an advisor', () => {
    const all = badgeFactsOf(quests, true)
    for (const { criteria, slug } of badges) expect(progressOn(criteria, all).met, slug).toBe(true)
  })

  test('begin in the first week, and go on for longer than a season', () => {
    const met = (done: LibraryQuest[]) =>
      badges.filter(({ criteria }) => progressOn(criteria, badgeFactsOf(done, false)).met).length
    const firsts = quests.filter(({ prerequisites }) => prerequisites.length === 0)
    const afterOne = firsts.map((quest) => met([quest]))
    expect(Math.min(...afterOne)).toBeGreaterThanOrEqual(1)
    expect(met(quests.slice(0, 12))).toBeLessThan(badges.length - 4)
  })

  test('are in reach at every age: several by quests for that age alone', () => {
    for (const age of [8, 11, 14, 17]) {
      const forAge = quests.filter(({ age_min, age_max }) => age_min <= age && age <= age_max)
      const reached = badges.filter(
        ({ criteria }) =>
          questsIn(criteria).length > 0 && progressOn(criteria, badgeFactsOf(forAge, false)).met,
      )
      expect(reached.length, `age ${age}`).toBeGreaterThanOrEqual(3)
    }
  })

  test('say what they stand for in some sentences, not in a paragraph of terms', () => {
    for (const { description, slug } of badges) {
      const words = description.split(/\s+/).length
      expect(words, slug).toBeGreaterThanOrEqual(25)
      expect(words, slug).toBeLessThanOrEqual(80)
    }
  })
})

describe('a malformed badge', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  const reading = async (criteria: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'badges-'))
    folders.push(folder)
    const head = `slug: one\nname: One\npillars: [creativity]\nshape: roundel\nposition: 1\nstatus: published`
    await writeFile(join(folder, 'one.md'), `---\n${head}\ncriteria: ${criteria}\n---\nWords\n`)
    return readBadgeLibrary(quests, pathToFileURL(`${folder}/`))
  }

  test('is read when nothing is wrong with it', async () => {
    expect(await reading('{ tasks: 1 }')).toMatchObject([{ criteria_text: '- Hand in 1 task' }])
  })

  test.each([
    ['a quest that is not there', '{ quests: [nowhere] }', /one\.md: criteria: no quest/],
    ['nothing to do', '{ all: [] }', /one\.md: criteria/],
    ['more quests than there are', '{ quests: [stream-doctor], at_least: 2 }', /one\.md: criteria/],
    ['two conditions in one', '{ tasks: 1, xp: 5 }', /one\.md: criteria/],
    ['a pillar nobody knows', '{ tasks: 1, pillar: magic }', /one\.md: criteria/],
  ])('is refused by file and field: %s', async (_, criteria, message) => {
    await expect(reading(criteria)).rejects.toThrow(message)
  })
})
