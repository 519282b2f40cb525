import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, test } from 'vitest'

import { pathways } from '#contract/pathways'
import { quests } from '#contract/quests'
import { readBadgeLibrary } from '#features/badges'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import type { LibraryQuest } from '#features/quests'
import { startApp } from '#testing/start-app'
import type { Person, TestApp } from '#testing/start-app'

import { readPathways } from './library.ts'
import type { LibraryPathway } from './library.ts'

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
  const seenBy = async (person: Person, { slug }: LibraryPathway) => {
    const all = await person.call(pathways).listPathways()
    return all.pathways.find((pathway) => pathway.slug === slug)!
  }
  const archive = (id: string, status: 'archived' | 'published') =>
    app.db.updateTable('quests').set({ status }).where('id', '=', id).execute()

  test('sees how far each quest is, and what the others wait for', async () => {
    const kid = await app.person()
    const [first, locked] = library.flatMap((quest) => {
      const [asked] = quest.prerequisites
      const before = library.find(({ slug, prerequisites }) => slug === asked && !prerequisites[0])
      return before ? [before, quest] : []
    })
    const way = shipped.find(({ quests }) => quests.some(({ id }) => id === locked!.id))!
    await kid.call(quests).startQuest({ params: { id: first!.id } })
    const { stations, quests_done } = await seenBy(kid, way)
    expect(quests_done).toBe(0)
    expect(stations.find(({ id }) => id === first!.id)).toMatchObject({
      state: 'active',
      waits_for: [],
    })
    expect(stations.find(({ id }) => id === locked!.id)).toMatchObject({
      state: 'new',
      waits_for: [{ id: first!.id, title: first!.title }],
    })
  })

  test('does not see a quest that was archived before, and the next one follows those before it', async () => {
    const [newcomer, inside] = [await app.person(), await app.person()]
    const open = library.filter(({ prerequisites }) => prerequisites.length === 0)
    const way = shipped.find(({ quests }) =>
      quests.some(({ id, after }) => after.length > 0 && open.some((quest) => quest.id === id)),
    )!
    const middle = way.quests.find(
      ({ id, after }) => after.length > 0 && open.some((quest) => quest.id === id),
    )!
    const next = way.quests.find(({ after }) => after.includes(middle.id))!
    await inside.call(quests).startQuest({ params: { id: middle.id } })
    await archive(middle.id, 'archived')
    const { stations } = await seenBy(newcomer, way)
    expect(stations.map(({ id }) => id)).not.toContain(middle.id)
    expect(stations.find(({ id }) => id === next.id)?.after).toEqual(
      expect.arrayContaining(middle.after),
    )
    expect((await seenBy(inside, way)).stations).toHaveLength(way.quests.length)
    await archive(middle.id, 'published')
  })
})
