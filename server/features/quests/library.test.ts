import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { idFromName } from '#platform/content'
import { PILLARS } from '#rules/pillars'
import { MAX_QUEST_TASKS } from '#rules/quest-limits'
import { SUBJECTS } from '#rules/subjects'

import {
  type DemoQuestFile,
  type LibraryQuest,
  readDemoQuests,
  readQuestLibrary,
} from './library.ts'

let library: LibraryQuest[]
let demo: DemoQuestFile[]
beforeAll(async () => {
  ;[library, demo] = await Promise.all([readQuestLibrary(), readDemoQuests()])
})

const published = () => library.filter((quest) => quest.status === 'published')
const totalOf = (quest: { tasks: { xp: number }[] }) =>
  quest.tasks.reduce((sum, task) => sum + task.xp, 0)
const pillarsOf = (quest: LibraryQuest) => new Set(quest.tasks.map((task) => task.pillar))
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length

describe('the library that ships', () => {
  test('has at least 82 quests to start', () => {
    expect(published().length).toBeGreaterThanOrEqual(82)
  })

  test('gives every quest and task an id of its own', () => {
    const ids = [...library, ...demo].flatMap((quest) => [
      quest.id,
      ...quest.tasks.map((task) => task.id),
    ])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('asks for two to twelve tasks, and in a course for two to four a week', () => {
    for (const { slug, weeks, tasks } of [...library, ...demo]) {
      const parts = weeks.length === 0 ? 1 : weeks.length
      expect(tasks.length, slug).toBeGreaterThanOrEqual(2 * parts)
      expect(tasks.length, slug).toBeLessThanOrEqual(
        weeks.length === 0 ? MAX_QUEST_TASKS : 4 * parts,
      )
    }
  })

  test('gives no two quests the same title or summary', () => {
    const all = [...library, ...demo]
    expect(new Set(all.map((quest) => quest.title)).size).toBe(all.length)
    expect(new Set(all.map((quest) => quest.summary)).size).toBe(all.length)
  })

  test('has something for every pillar, subject and age', () => {
    const tasks = published().flatMap((quest) => quest.tasks)
    for (const pillar of PILLARS)
      expect(tasks.filter((task) => task.pillar === pillar).length, pillar).toBeGreaterThan(12)
    for (const subject of SUBJECTS) {
      const quests = published().filter((quest) =>
        quest.tasks.some((task) => task.subjects[subject]),
      )
      expect(quests.length, subject).toBeGreaterThanOrEqual(3)
    }
    for (const age of [7, 11, 14, 16]) {
      const quests = published().filter((quest) => quest.age_min <= age && age <= quest.age_max)
      expect(quests.length, `age ${age}`).toBeGreaterThanOrEqual(6)
    }
  })

  test('offers quests of every pillar mix, and one that builds on another', () => {
    expect(published().filter((quest) => pillarsOf(quest).size === 5).length).toBeGreaterThan(0)
    expect(published().filter((quest) => quest.prerequisites.length > 0).length).toBeGreaterThan(0)
    expect(
      published().filter((quest) => quest.tasks.some((task) => !task.required)).length,
    ).toBeGreaterThan(2)
  })

  test('has quests that can simply be finished, some with a bonus that leaves a remainder', () => {
    const plain = published().filter(
      (quest) =>
        quest.prerequisites.length === 0 &&
        quest.tasks.every((task) => task.required) &&
        totalOf(quest) % 2 === 0,
    )
    expect(plain.length).toBeGreaterThanOrEqual(8)
    const uneven = plain.filter((quest) => (totalOf(quest) / 2) % pillarsOf(quest).size !== 0)
    expect(uneven.length).toBeGreaterThanOrEqual(3)
  })

  test('asks for at least one required task in every quest', () => {
    for (const quest of library)
      expect(
        quest.tasks.some((task) => task.required),
        quest.slug,
      ).toBe(true)
  })

  test('says enough and not too much', () => {
    for (const quest of [...library, ...demo]) {
      expect(wordsIn(quest.description), quest.slug).toBeGreaterThanOrEqual(70)
      expect(wordsIn(quest.description), quest.slug).toBeLessThanOrEqual(200)
      for (const task of quest.tasks) {
        expect(wordsIn(task.instructions), `${quest.slug} ${task.key}`).toBeGreaterThanOrEqual(40)
        expect(wordsIn(task.instructions), `${quest.slug} ${task.key}`).toBeLessThanOrEqual(200)
        expect(task.instructions, `${quest.slug} ${task.key}`).toMatch(/\*\*Hand in\*\*/)
      }
    }
  })
})

describe('a quest of the library', () => {
  test('says what one needs, how to stay safe, how to help, what good work shows and what to try', () => {
    for (const quest of library) {
      for (const field of ['materials', 'safety', 'for_adults', 'example', 'hints'] as const)
        expect(wordsIn(quest[field]), `${quest.slug} ${field}`).toBeGreaterThan(9)
      expect(quest.rubric.length, quest.slug).toBeGreaterThanOrEqual(3)
    }
  })

  test('has criteria for its tasks, of which each is about one of them', () => {
    for (const { slug, rubric, tasks } of library) {
      const ids = tasks.map(({ id }) => id)
      for (const criterion of rubric) {
        expect(criterion.tasks.length, `${slug} ${criterion.criterion}`).toBeGreaterThan(0)
        expect(ids, slug).toEqual(expect.arrayContaining(criterion.tasks))
      }
    }
  })

  test('has a cover that no other has', () => {
    const quests = library.filter(({ weeks }) => weeks.length === 0)
    const motifs = quests.map((quest) => quest.cover_motif)
    expect(motifs).not.toContain(null)
    expect(new Set(motifs).size).toBe(quests.length)
  })

  test('is worth 40 to 60 XP an hour, as the demo’s are', () => {
    for (const quest of [...library, ...demo]) {
      const perHour = totalOf(quest) / quest.estimated_hours
      expect(perHour, quest.slug).toBeGreaterThanOrEqual(40)
      expect(perHour, quest.slug).toBeLessThanOrEqual(60)
    }
  })

  test('says over how many days it goes where nature or people set the pace', () => {
    expect(library.filter(({ span_days }) => span_days !== null).length).toBeGreaterThanOrEqual(9)
    for (const { slug, description, span_days } of library)
      if (/\b(two|three|four|six) weeks\b/i.test(description))
        expect(span_days, slug).not.toBeNull()
  })

  test('can be done again where another subject makes another work of it', () => {
    expect(library.filter(({ repeatable }) => repeatable).length).toBeGreaterThanOrEqual(6)
  })
})

describe('a course of the library', () => {
  const courses = () => library.filter(({ weeks }) => weeks.length > 0)

  test('is half a credit or a whole one, in weeks of five or ten hours', () => {
    expect(courses().length).toBeGreaterThanOrEqual(1)
    for (const { slug, weeks, tasks, estimated_hours, span_days } of courses()) {
      expect([60, 120], slug).toContain(estimated_hours)
      expect(estimated_hours / weeks.length, slug).toBe(estimated_hours === 60 ? 5 : 10)
      expect(span_days, slug).toBe(7 * weeks.length)
      for (const [index] of weeks.entries()) {
        const xp = tasks.flatMap((task) => (task.week === index + 1 ? task.xp : []))
        expect(
          xp.reduce((sum, each) => sum + each),
          `${slug} week ${index + 1}`,
        ).toBe((estimated_hours / weeks.length) * 50)
      }
    }
  })

  test('says for each week what it is for, what a teacher looks for, and what to do if it is missed', () => {
    for (const { slug, weeks } of courses())
      for (const [index, { text }] of weeks.entries())
        for (const part of [
          /\*\*What it is for\.\*\*/,
          /\*\*Read \(\d+ minutes\)\.\*\*/,
          /\*\*(Five|Ten) hours\.\*\*/,
          /\*\*What a teacher looks for\.\*\*/,
          /\*\*If you miss the week\.\*\*/,
        ])
          expect(text, `${slug} week ${index + 1}`).toMatch(part)
  })
})

describe('the demo', () => {
  test('has four quests worth 300, 350, 400 and 350 XP, in this order', () => {
    expect(demo.map(totalOf)).toEqual([300, 350, 400, 350])
  })

  test('says why somebody would choose each', () => {
    for (const quest of demo) expect(wordsIn(quest.appeal), quest.slug).toBeGreaterThan(4)
  })

  test('does not offer a quest of the library again', () => {
    const slugs = new Set(library.map((quest) => quest.slug))
    for (const quest of demo) expect(slugs.has(quest.slug), quest.slug).toBe(false)
  })
})

describe('ids', () => {
  test('are version 5 and stay the same for ever, since learners’ work hangs on them', () => {
    expect(idFromName('map-the-sounds-of-your-street')).toBe('6f1dd07b-cd94-521b-bfdf-f45afa1ea2e8')
    expect(idFromName('a')).not.toBe(idFromName('b'))
  })
})

const task = (key: string, xp: number, shares: string) =>
  `  - { key: ${key}, title: T, pillar: creativity, xp: ${xp}, required: true, evidence: [text], subjects: ${shares}, instructions: Do it }`
const quest = (slug: string, tasks: string[], more = 'prerequisites: []') =>
  `---\nslug: ${slug}\ntitle: T\nsummary: S\nbig_idea: B\nestimated_hours: 1\nage_min: 6\nage_max: 9\n${more}\nstatus: published\nversion: 1\ntasks:\n${tasks.join('\n')}\n---\nBody\n`

const week = (title: string, tasks: string[]) =>
  `---\ntitle: ${title}\ntasks:\n${tasks.join('\n')}\n---\nWhy\n`

/** A course of two weeks, by file. */
const course = () => ({
  'courses/maths/course.md': quest('maths', []).replace('tasks:\n\n', ''),
  'courses/maths/week-01.md': week('W1', [
    task('a', 50, '{ arts: 1 }'),
    task('b', 50, '{ arts: 1 }'),
  ]),
  'courses/maths/week-02.md': week('W2', [task('c', 50, '{ arts: 1 }')]),
})

describe('a malformed quest', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  const good = ['a', 'b', 'c'].map((key) => task(key, 50, '{ arts: 1 }'))

  const reading = async (files: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'library-'))
    folders.push(folder)
    for (const name of ['quests', 'courses/maths'])
      await mkdir(join(folder, name), { recursive: true })
    for (const [file, text] of Object.entries({ ...course(), ...files }))
      await writeFile(join(folder, file.includes('/') ? file : `quests/${file}`), text)
    return readQuestLibrary(pathToFileURL(`${folder}/`))
  }

  test('is read when nothing is wrong with it', async () => {
    const read = await reading({ 'one.md': quest('one', good) })
    expect(
      read.map(({ slug, weeks, tasks }) => [slug, weeks, tasks.map(({ week }) => week)]),
    ).toEqual([
      ['one', [], [null, null, null]],
      [
        'maths',
        [
          { title: 'W1', text: 'Why' },
          { title: 'W2', text: 'Why' },
        ],
        [1, 1, 2],
      ],
    ])
  })

  test.each([
    [
      'subject shares that miss the whole',
      [...good, task('d', 50, '{ arts: 0.9 }')],
      /tasks\.3\.subjects/,
    ],
    ['a subject nobody teaches', [...good, task('d', 50, '{ magic: 1 }')], /tasks\.3\.subjects/],
    ['XP beyond the range', [...good, task('d', 101, '{ arts: 1 }')], /tasks\.3\.xp/],
    ['no task at all', [], /one\.md: tasks/],
    ['two tasks with one key', [...good, task('a', 50, '{ arts: 1 }')], /share a key/],
  ])('is refused by file and field: %s', async (_, tasks, message) => {
    await expect(reading({ 'one.md': quest('one', tasks) })).rejects.toThrow(message)
  })

  test('is refused for a misspelled field, a wrong name and a missing head', async () => {
    await expect(
      reading({ 'one.md': quest('one', good, 'prerequisites: []\ncolour: red') }),
    ).rejects.toThrow(/one\.md.*colour/)
    await expect(reading({ 'two.md': quest('one', good) })).rejects.toThrow(/two\.md: slug/)
    await expect(reading({ 'one.md': 'Once upon a time' })).rejects.toThrow(/one\.md: no front/)
  })

  test('is refused as a course where a week has no title or no task, by its file', async () => {
    const untitled = week('W2', [task('c', 50, '{ arts: 1 }')]).replace('title: W2\n', '')
    await expect(reading({ 'courses/maths/week-02.md': untitled })).rejects.toThrow(
      /maths\/week-02\.md: title/,
    )
    const idle = week('W2', []).replace('tasks:\n\n', 'tasks: []\n')
    await expect(reading({ 'courses/maths/week-02.md': idle })).rejects.toThrow(
      /maths\/course\.md: tasks Week 2 needs a task/,
    )
  })

  test('is refused when its prerequisites are missing or go round in a circle', async () => {
    await expect(
      reading({ 'one.md': quest('one', good, 'prerequisites: [nowhere]') }),
    ).rejects.toThrow(/one\.md: prerequisites: no quest is called nowhere/)
    await expect(
      reading({
        'one.md': quest('one', good, 'prerequisites: [two]'),
        'two.md': quest('two', good, 'prerequisites: [one]'),
      }),
    ).rejects.toThrow(/leads back/)
  })
})
