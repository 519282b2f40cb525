import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, test } from 'vitest'

import { pathways } from '#contract/pathways'
import { quests } from '#contract/quests'
import { readBadgeLibrary } from '#features/badges'
import { type LibraryQuest, readQuestLibrary, storeLibrary } from '#features/quests'
import { startApp, type TestApp } from '#testing/start-app'

import { type LibraryPathway, readPathways } from './library.ts'

let app: TestApp
let library: LibraryQuest[]
let shipped: LibraryPathway[]
beforeAll(async () => {
  ;[library, shipped, app] = await Promise.all([readQuestLibrary(), readPathways(), startApp()])
  await storeLibrary(app.db, library)
})

describe('the pathways that ship', () => {
  test('lead through published quests of the library, and to badges that there are', async () => {
    const published = library.filter(({ status }) => status === 'published').map(({ id }) => id)
    const badges = (await readBadgeLibrary(library)).map(({ id }) => id)
    expect(shipped.length).toBeGreaterThanOrEqual(4)
    for (const { slug, badge, quests } of shipped) {
      for (const { id } of quests) expect(published, slug).toContain(id)
      if (badge !== null) expect(badges, slug).toContain(badge)
    }
  })

  test('come together in one last quest, and show what a quest asks for before it', () => {
    for (const { slug, quests } of shipped) {
      const ends = quests.filter(({ id }) => !quests.some(({ after }) => after.includes(id)))
      expect(ends, slug).toEqual([quests.at(-1)])
      for (const { id, after } of quests) {
        const { prerequisites = [] } = library.find((quest) => quest.id === id) ?? {}
        const asked = library.filter((quest) => prerequisites.includes(quest.slug))
        const onTheWay = asked.filter((quest) => quests.some((each) => each.id === quest.id))
        for (const quest of onTheWay) expect(after, `${slug} ${quest.slug}`).toContain(quest.id)
      }
    }
  })

  test('are refused by name where a quest comes before what it follows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pathways-'))
    const head = 'title: T\nsummary: S\nbig_idea: B\nage_min: 6\nage_max: 9\nposition: 1'
    const list = 'quests:\n  - { quest: one, after: [two] }\n  - { quest: two }'
    await writeFile(join(folder, 'p.md'), `---\nslug: p\n${head}\n${list}\n---\nWords\n`)
    await expect(readPathways(pathToFileURL(`${folder}/`))).rejects.toThrow(
      'p.md: quests: two does not come before one',
    )
    await rm(folder, { recursive: true })
  })
})

describe('a learner on a pathway', () => {
  const [HELLO, SHOP, SONG, EXCHANGE] = [
    'hello-round-the-world',
    'open-a-shop-in-another-language',
    'sing-your-way-into-a-language',
    'half-an-hour-each',
  ]
  const [CHART, STUDY] = ['one-honest-chart-and-one-liar', 'join-a-real-study']
  const idOf = (slug = '') => library.find((quest) => quest.slug === slug)!.id

  test('sees how far each quest is, and what the others wait for', async () => {
    const kid = await app.person()
    await kid.call(quests).startQuest({ params: { id: idOf(CHART) } })
    const all = await kid.call(pathways).listPathways()
    const way = all.pathways.find(({ slug }) => slug === 'from-one-chart-to-a-study')!
    const station = (slug?: string) => way.stations.find(({ id }) => id === idOf(slug))
    expect(station(CHART)).toMatchObject({ state: 'active', waits_for: [] })
    expect(station(STUDY)).toMatchObject({ state: 'new', waits_for: [{ id: idOf(CHART) }] })
    expect(way.quests_done).toBe(0)
  })

  test('does not see a quest that was archived, and what came after it follows those before', async () => {
    const [newcomer, inside] = [await app.person(), await app.person()]
    await inside.call(quests).startQuest({ params: { id: idOf(SONG) } })
    const archive = (status: string) =>
      app.db.updateTable('quests').set({ status }).where('id', '=', idOf(SONG)).execute()
    const seenBy = async (person: typeof newcomer) => {
      const all = await person.call(pathways).listPathways()
      return all.pathways.find(({ slug }) => slug === 'from-hello-to-a-poem')?.stations
    }
    await archive('archived')
    const seen = await seenBy(newcomer)
    expect(seen?.slice(0, 3)).toMatchObject([
      { id: idOf(HELLO), after: [] },
      { id: idOf(SHOP), after: [idOf(HELLO)] },
      { id: idOf(EXCHANGE), after: [idOf(SHOP)] },
    ])
    expect(await seenBy(inside)).toHaveLength(seen!.length + 1)
    await archive('published')
  })
})
