import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { badges } from '#contract/badges'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import {
  awardByAdvisor,
  badgeContent,
  listBadgesOf,
  readBadgeLibrary,
  storeBadges,
} from '#features/badges'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { DIRECTIONS, nearestInDirection } from '#rules/art/constellation'
import type { Criteria } from '#rules/badges'
import { createBadge } from '#testing/badge-builder'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { acceptAll } from '#testing/review-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let advisor: Person
beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor' })
})
afterAll(() => app.stop())
// Each test starts with no published badges.
beforeEach(async () => {
  await app.db.updateTable('badges').set({ status: 'draft' }).execute()
})

const creative = { pillar: 'creativity', xp: 60 } as const
const spoken = { pillar: 'communication', xp: 80 } as const

const learner = async (given: Parameters<TestApp['person']>[0] = {}) => {
  const person = await app.person(given)
  const call = person.call(badges)
  return {
    ...person,
    ...asLearner(person),
    badge: (id: string) => call.getBadge({ params: { id } }),
    list: (query: Parameters<typeof call.listBadges>[0] = {}) => call.listBadges(query),
    pursue: (id: string) => call.pursueBadge({ params: { id } }),
    stopPursuing: (id: string) => call.stopPursuingBadge({ params: { id } }),
    onTheWay: async () => (await call.badgeProgress()).items,
    sky: () => call.constellation(),
    /** Accepts all submissions; returns the badges' codes by badge. */
    accepted: () => acceptAll(app.db, person.id, { deciderId: advisor.id, now: app.parts.clock() }),
  }
}

const rowsOf = (learnerId: string) =>
  app.db
    .selectFrom('badge_awards')
    .leftJoin('credentials', 'credentials.id', 'badge_awards.credential_id')
    .select(['badge_id', 'version', 'withdrawn_at', 'revoked_because', 'kind', 'credential_id'])
    .where('badge_awards.learner_id', '=', learnerId)
    .orderBy('earned_at')
    .execute()

describe('earning', () => {
  test('the hand-in that fulfils the criteria answers with the badge, which nobody has reviewed yet', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, spoken])
    const badge = await createBadge(app.db, { quests: [id] }, { name: 'All the way' })
    await ada.start(id)
    expect((await ada.submit(tasks[0]!)).badges_earned).toEqual([])
    const { badges_earned } = await ada.submit(tasks[1]!)
    expect(badges_earned).toMatchObject([{ id: badge, name: 'All the way', version: 1 }])

    const shown = await ada.badge(badge)
    expect(shown).toMatchObject({ state: 'earned', progress: { fraction: 1, next: null } })
    expect(shown.award).toMatchObject({ code: null, credential_id: null })
    expect(await rowsOf(ada.id)).toMatchObject([
      { badge_id: badge, kind: null, withdrawn_at: null, credential_id: null },
    ])
  })

  test('what fails in the same transaction leaves no badge behind', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { tasks: 1 })
    await ada.start(id)
    const file_id = '00000000-0000-4000-8000-000000000000'
    const body = { blocks: [{ type: 'file' as const, file_id }] }
    await expect(
      ada.call(quests).submitTask({ params: { id: tasks[0]! }, body }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await rowsOf(ada.id)).toEqual([])
    expect((await ada.badge(badge)).state).toBe('open')
  })

  test('a retry with the same key awards once and gets the same answer', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await createBadge(app.db, { tasks: 1 })
    await ada.start(id)
    const submit = () =>
      ada
        .call(quests)
        .submitTask(
          { params: { id: tasks[0]! }, body: words('Once.') },
          { idempotencyKey: 'the-same' },
        )
    const first = await submit()
    expect(first.badges_earned).toHaveLength(1)
    expect((await submit()).badges_earned).toEqual(first.badges_earned)
    expect(await rowsOf(ada.id)).toHaveLength(1)
  })

  test('XP in a pillar count with the bonus, tasks by pillar, and a returned task still counts', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, spoken])
    const xp = await createBadge(app.db, { xp: 60 + 35, pillar: 'creativity' }, { name: 'XP' })
    const two = await createBadge(app.db, { tasks: 2 }, { name: 'Two tasks' })
    await ada.start(id)
    const { attempt } = await ada.submit(tasks[0]!)
    await app.db
      .updateTable('attempts')
      .set({ state: 'returned', comment: 'Try again.' })
      .where('id', '=', attempt.id)
      .execute()
    expect(await ada.badge(two)).toMatchObject({ progress: { have: 1, need: 2 } })
    const { badges_earned } = await ada.submit(tasks[1]!)
    expect(badges_earned.map((each) => each.id).toSorted()).toEqual([xp, two].toSorted())
    // Resubmitting returned work does not count as another task.
    await createBadge(app.db, { tasks: 3 })
    expect((await ada.submit(tasks[0]!)).badges_earned).toEqual([])
  })

  test('a badge that is a draft or archived is not earned', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await createBadge(app.db, { tasks: 1 }, { status: 'draft' })
    const old = await createBadge(app.db, { tasks: 1 }, { status: 'archived' })
    await ada.start(id)
    expect((await ada.submit(tasks[0]!)).badges_earned).toEqual([])
    await expect(ada.badge(old)).rejects.toMatchObject({ status: 404 })
    expect((await ada.list()).items).toEqual([])
  })

  test('a badge that came later is earned by the next hand-in', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative])
    await ada.start(id)
    await ada.submit(tasks[0]!)
    const badge = await createBadge(app.db, { tasks: 1, pillar: 'creativity' })
    expect((await ada.badge(badge)).state).toBe('in_progress')
    expect((await ada.submit(tasks[1]!)).badges_earned).toHaveLength(1)
  })
})

describe('taking work back', () => {
  test('takes the badge back with it and revokes its credential; earning it again makes a new one', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { quests: [id] }, { name: 'Whole' })
    await createBadge(app.db, { xp: 5000 }, { name: 'Never had' })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    const first = await ada.accepted()

    const { badges_lost } = await ada.withdraw(tasks[0]!)
    expect(badges_lost).toEqual([{ id: badge, name: 'Whole' }])
    expect(await ada.badge(badge)).toMatchObject({ state: 'open', award: null })
    expect(await rowsOf(ada.id)).toMatchObject([
      { revoked_because: 'The work it was based on was withdrawn.' },
    ])
    expect(await listBadgesOf(app.db, ada.id)).toEqual([])

    app.moveClock(1000)
    const [second] = (await ada.submit(tasks[0]!)).badges_earned
    expect(second).toMatchObject({ id: badge })
    expect((await ada.badge(badge)).award).toMatchObject({ code: null })
    const again = await ada.accepted()
    expect(again.get(badge)).not.toBe(first.get(badge))
    const rows = await rowsOf(ada.id)
    expect(rows.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
    expect(rows[1]?.revoked_because).toBeNull()
    expect((await ada.badge(badge)).award?.code).toBe(again.get(badge))
  })

  test('leaves badges alone that other work still fulfils', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative, creative])
    await createBadge(app.db, { any: [{ quests: [id] }, { tasks: 1 }] })
    await ada.start(id)
    for (const task of tasks) await ada.submit(task)
    expect((await ada.withdraw(tasks[0]!)).badges_lost).toEqual([])
    expect((await ada.withdraw(tasks[1]!)).badges_lost).toEqual([])
    expect((await ada.withdraw(tasks[2]!)).badges_lost).toHaveLength(1)
  })

  test('after any number of withdrawals the tasks that count are those of the ledger', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, spoken, creative])
    await ada.start(id)
    for (const task of tasks) await ada.submit(task)
    for (const task of [tasks[0]!, tasks[1]!]) await ada.withdraw(task)
    await ada.submit(tasks[0]!)
    const counted = await app.db
      .selectFrom('xp_totals')
      .select(['pillar', 'tasks'])
      .where('learner_id', '=', ada.id)
      .orderBy('pillar')
      .execute()
    expect(counted).toEqual([
      { pillar: 'communication', tasks: 0 },
      { pillar: 'creativity', tasks: 2 },
    ])
  })
})

describe('an advisor’s award', () => {
  const given = async (advisor: Person, learnerId: string, badge: string) =>
    app.db.transaction().execute((db) =>
      awardByAdvisor(db, learnerId, badge, {
        advisorId: advisor.id,
        reason: 'For starting over in front of everyone.',
        now: app.parts.clock(),
      }),
    )

  test('gives the badge with its reason, once, and withdrawing work does not take it back', async () => {
    const [ada, advisor] = [await learner(), await app.person({ role: 'advisor' })]
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { award: 'advisor' })
    await ada.start(id)
    expect((await ada.submit(tasks[0]!)).badges_earned).toEqual([])
    await given(advisor, ada.id, badge)
    expect((await ada.badge(badge)).award).toMatchObject({
      reason: 'For starting over in front of everyone.',
    })
    await expect(given(advisor, ada.id, badge)).rejects.toThrow(/already has/)
    expect((await ada.withdraw(tasks[0]!)).badges_lost).toEqual([])
    expect((await ada.badge(badge)).state).toBe('earned')
  })

  test('waits for the work that the badge asks for besides, and never stands in for work alone', async () => {
    const [ada, advisor] = [await learner(), await app.person({ role: 'advisor' })]
    const { id, tasks } = await createQuest(app.db, [creative])
    const both = await createBadge(app.db, { all: [{ tasks: 1 }, { award: 'advisor' }] })
    const work = await createBadge(app.db, { tasks: 9 })
    await expect(given(advisor, ada.id, both)).rejects.toThrow(/1 more task/)
    await expect(given(advisor, ada.id, work)).rejects.toThrow(/only be earned through work/)
    await ada.start(id)
    await ada.submit(tasks[0]!)
    expect(await given(advisor, ada.id, both)).toMatchObject({ id: both })
    expect((await ada.withdraw(tasks[0]!)).badges_lost).toHaveLength(1)
  })
})

describe('progress', () => {
  test('says how far one is, what each line asks for and what comes next', async () => {
    const ada = await learner()
    const done = await createQuest(app.db, [spoken], { title: 'The first' })
    const open = await createQuest(app.db, [creative, creative], { title: 'The second' })
    const badge = await createBadge(app.db, {
      all: [{ quests: [done.id, open.id] }, { tasks: 3, pillar: 'communication' }],
    })
    await ada.start(done.id)
    await ada.submit(done.tasks[0]!)
    const shown = await ada.badge(badge)
    expect(shown).toMatchObject({
      state: 'in_progress',
      progress: {
        have: 0,
        need: 2,
        counts: 'parts',
        next: { words: 'Complete “The second”', quest_id: open.id },
      },
    })
    expect(shown.checklist).toMatchObject([
      {
        words: 'Complete both of these quests',
        have: 1,
        need: 2,
        quests: [
          { title: 'The first', completed: true },
          { title: 'The second', completed: false },
        ],
      },
      { words: 'Hand in 3 tasks in Communication', have: 1, need: 3, met: false },
    ])
  })

  test('comes with the pursued badges first, then the nearest, and leaves out what is earned or untouched', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await createBadge(app.db, { tasks: 1 }, { name: 'Had' })
    await createBadge(app.db, { tasks: 4 }, { name: 'A quarter' })
    await createBadge(app.db, { tasks: 2 }, { name: 'Half' })
    await createBadge(app.db, { tasks: 2, pillar: 'communication' }, { name: 'Untouched' })
    const goal = await createBadge(app.db, { tasks: 90 }, { name: 'A goal' })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    await ada.pursue(goal)
    const names = ['A goal', 'Half', 'A quarter']
    expect((await ada.onTheWay()).map(({ name }) => name)).toEqual(names)
    const { badges_near_completion } = await ada.call(progress).dashboard()
    expect(badges_near_completion.map(({ name }) => name)).toEqual(names)
    expect(badges_near_completion[1]?.progress.next?.words).toBe('1 more task')
  })

  test('pursuing twice is pursuing once, and so is stopping; what one has is no goal', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { tasks: 2 })
    const had = await createBadge(app.db, { tasks: 1 })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    expect((await ada.pursue(badge)).pursued).toBe(true)
    expect((await ada.pursue(badge)).pursued).toBe(true)
    expect((await ada.list({ query: { show: 'pursued' } })).total).toBe(1)
    expect((await ada.stopPursuing(badge)).pursued).toBe(false)
    expect((await ada.stopPursuing(badge)).pursued).toBe(false)
    await expect(ada.pursue(had)).rejects.toMatchObject({ status: 409 })
  })

  test('is one’s own: what another learner has, pursues and is at never shows', async () => {
    const [ada, bob] = [await learner(), await learner()]
    const { id, tasks } = await createQuest(app.db, [creative])
    const had = await createBadge(app.db, { tasks: 1 })
    const goal = await createBadge(app.db, { tasks: 2 })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    await ada.pursue(goal)
    expect(await bob.badge(had)).toMatchObject({ state: 'open', award: null, pursued: false })
    expect(await bob.badge(goal)).toMatchObject({ state: 'open', progress: { fraction: 0 } })
    expect(await bob.onTheWay()).toEqual([])
    expect((await bob.list()).earned).toBe(0)
    const { stars } = await bob.sky()
    expect(stars.every(({ state, earned_at }) => state === 'open' && !earned_at)).toBe(true)
  })

  test('badges are found by words, pillar and state, page by page', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    await createBadge(app.db, { tasks: 1 }, { name: 'Early bird', pillars: ['communication'] })
    await createBadge(app.db, { tasks: 2 }, { name: 'Night owl' })
    await createBadge(app.db, { xp: 900, pillar: 'communication' }, { name: 'Owl of the day' })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    const namesOf = async (query: object) =>
      (await ada.list({ query })).items.map(({ name }) => name).toSorted()
    expect(await namesOf({ search: 'OWL' })).toEqual(['Night owl', 'Owl of the day'])
    expect(await namesOf({ pillar: 'communication' })).toEqual(['Early bird'])
    expect(await namesOf({ show: 'earned' })).toEqual(['Early bird'])
    expect(await namesOf({ show: 'in_progress' })).toEqual(['Night owl'])
    expect(await namesOf({ show: 'open' })).toEqual(['Owl of the day'])
    const first = await ada.list({ query: { limit: 2 } })
    expect(first).toMatchObject({ total: 3, earned: 1 })
    const second = await ada.list({ query: { limit: 2, cursor: first.next_cursor! } })
    expect(second).toMatchObject({ items: [{}], next_cursor: null })
  })
})

describe('versions', () => {
  const library = async () => readBadgeLibrary(await readQuestLibrary())
  const theFirst = async () => {
    const all = await library()
    return all.find(({ slug }) => slug === 'first-light')!
  }
  const stored = (id: string) =>
    app.db
      .selectFrom('badge_versions')
      .select(['version', 'name'])
      .where('badge_id', '=', id)
      .orderBy('version')
      .execute()

  test('a shipped badge changes in place while nobody has it, and gets a next version once somebody does', async () => {
    await storeLibrary(app.db, await readQuestLibrary())
    const shipped = await theFirst()
    await storeBadges(app.db, [shipped])
    const renamed = { ...shipped, name: 'Early light', shipped_as: 'second' }
    await storeBadges(app.db, [renamed])
    expect(await stored(shipped.id)).toEqual([{ version: 1, name: 'Early light' }])

    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative, creative])
    await ada.start(id)
    const [earned] = (await ada.submit(tasks[0]!)).badges_earned
    expect(earned).toMatchObject({ id: shipped.id, version: 1 })
    const harder: Criteria = { tasks: 2 }
    const changed = { ...renamed, name: 'Later light', criteria: harder, shipped_as: 'third' }
    await storeBadges(app.db, [changed])
    await storeBadges(app.db, [changed])
    expect(await stored(shipped.id)).toMatchObject([
      { version: 1, name: 'Early light' },
      { version: 2, name: 'Later light' },
    ])

    // Holders see the version they earned; everyone else sees the current one.
    expect(await ada.badge(shipped.id)).toMatchObject({ name: 'Early light', version: 1 })
    expect((await ada.submit(tasks[1]!)).badges_earned).toEqual([])
    const bob = await learner()
    expect(await bob.badge(shipped.id)).toMatchObject({ name: 'Later light', version: 2 })
    await bob.start(id)
    expect((await bob.submit(tasks[0]!)).badges_earned).toEqual([])
    expect((await bob.submit(tasks[1]!)).badges_earned).toMatchObject([{ version: 2 }])
    // Ada's version requires only one task.
    expect((await ada.withdraw(tasks[1]!)).badges_lost).toEqual([])
  })

  test('an unchanged file leaves a badge as it was edited here, and a changed status makes no version', async () => {
    const shipped = { ...(await theFirst()), id: '5d5c2b41-78aa-4d6c-9f7a-3f1f5a2b7f11', slug: 'x' }
    await storeBadges(app.db, [shipped])
    await app.db.updateTable('badges').set({ position: 999 }).where('id', '=', shipped.id).execute()
    await storeBadges(app.db, [shipped])
    const { position } = await app.db
      .selectFrom('badges')
      .select('position')
      .where('id', '=', shipped.id)
      .executeTakeFirstOrThrow()
    expect(position).toBe(999)
    await storeBadges(app.db, [{ ...shipped, status: 'archived', shipped_as: 'archived' }])
    expect(await stored(shipped.id)).toHaveLength(1)
  })

  test('what somebody has earned cannot be changed, whoever asks the database', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { tasks: 1 })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    const change = app.db.updateTable('badge_versions').set({ name: 'Easier' })
    await expect(change.where('badge_id', '=', badge).execute()).rejects.toThrow(/does not change/)
  })

  test('an archived badge stays with those who have it and is gone for others', async () => {
    const [ada, bob] = [await learner(), await learner()]
    const { id, tasks } = await createQuest(app.db, [creative])
    const badge = await createBadge(app.db, { tasks: 1 }, { name: 'Of old' })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    await app.db.updateTable('badges').set({ status: 'archived' }).where('id', '=', badge).execute()
    expect(await ada.badge(badge)).toMatchObject({ state: 'earned', status: 'archived' })
    expect((await ada.sky()).stars.map((star) => star.id)).toEqual([badge])
    await expect(bob.badge(badge)).rejects.toMatchObject({ status: 404 })
    await expect(bob.pursue(badge)).rejects.toMatchObject({ status: 404 })
    expect((await bob.sky()).stars).toEqual([])
  })
})

describe('what leaves the house', () => {
  test('a minor’s badge says first name and initial, and what was earned, whatever changes later', async () => {
    const ada = await learner({ dateOfBirth: '2012-04-05' })
    const { id, tasks } = await createQuest(app.db, [creative])
    await createBadge(app.db, { quests: [id] }, { name: 'Brave', pillars: ['creativity'] })
    await ada.start(id)
    await ada.submit(tasks[0]!)
    await ada.accepted()
    const [held] = await listBadgesOf(app.db, ada.id)
    expect(held).toMatchObject({ name: 'Brave', version: 1, pillars: ['creativity'] })
    await app.db.updateTable('users').set({ last_name: 'Byron' }).where('id', '=', ada.id).execute()
    const content = await badgeContent(app.db, held!.credential_id!)
    expect(content).toMatchObject({
      holderName: 'Ada L.',
      achievement: { type: 'Badge', name: 'Brave', criteria: '- Do it', tags: ['Creativity'] },
    })
    const { svg, path } = content!.achievement.picture!
    expect((await app.http.inject(path)).body).toBe(svg)
    expect(await badgeContent(app.db, ada.id)).toBeUndefined()
  })

  test('a badge for a first step never becomes a credential', async () => {
    const ada = await learner()
    const { id, tasks } = await createQuest(app.db, [creative])
    const firstStep = await createBadge(app.db, { tasks: 1 })
    await ada.start(id)
    await ada.submit(tasks[0]!, 'ok')
    const award = async () => (await ada.badge(firstStep)).award
    expect(await award()).toMatchObject({ review: 'none', credential_id: null, code: null })
    await ada.accepted()
    expect(await award()).toMatchObject({ review: 'none', credential_id: null, code: null })
  })

  test('the picture of a badge is open to anyone, and a draft’s to no one', async () => {
    const badge = await createBadge(app.db, { tasks: 1 })
    const draft = await createBadge(app.db, { tasks: 1 }, { status: 'draft' })
    const art = (path: string) => app.http.inject({ url: `/api/badges/${path}` })
    const earned = await art(`${badge}/art.svg?version=1`)
    expect(earned.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(earned.headers['cache-control']).toContain('immutable')
    const waiting = await art(`${badge}/art.svg?version=1&look=waiting`)
    expect(waiting.body).not.toContain('url(#gold)')
    expect(earned.body).toContain('url(#gold)')
    expect((await art(`${badge}/art.svg?version=7`)).statusCode).toBe(404)
    expect((await art(`${draft}/art.svg`)).statusCode).toBe(404)
  })
})

describe('the constellation', () => {
  test('is the same sky for everyone, with stars apart and lines between those that share a quest', async () => {
    const [ada, bob] = [await learner(), await learner()]
    const library = await readQuestLibrary()
    await storeLibrary(app.db, library)
    await storeBadges(app.db, await readBadgeLibrary(library))
    await app.db
      .updateTable('badges')
      .set({ status: 'published' })
      .where('shipped_as', 'is not', null)
      .where('slug', '<>', 'x')
      .execute()
    const [hers, his] = [await ada.sky(), await bob.sky()]
    expect(hers).toEqual(his)
    expect(hers.stars.length).toBeGreaterThanOrEqual(24)
    expect(hers.regions).toHaveLength(5)
    for (const [index, a] of hers.stars.entries()) {
      expect(a.x).toBeGreaterThan(0)
      expect(a.x).toBeLessThan(hers.width)
      expect(a.y).toBeLessThan(hers.height)
      for (const b of hers.stars.slice(index + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y), `${a.name}, ${b.name}`).toBeGreaterThan(60)
      }
    }
    // Every star is reachable from the first one by arrow keys alone.
    const reached = new Set(hers.stars.slice(0, 1))
    for (const from of reached) {
      for (const direction of DIRECTIONS) {
        const next = nearestInDirection(from, hers.stars, direction)
        if (next) reached.add(next)
      }
    }
    expect(reached.size).toBe(hers.stars.length)
    const joined = new Set(hers.lines.flatMap(({ from, to }) => [from, to]))
    expect(hers.stars.every(({ id }) => joined.has(id))).toBe(true)
    const nameOf = (id: string) => hers.stars.find((star) => star.id === id)?.name
    const shared = hers.lines.filter(({ kind }) => kind === 'quest')
    const pairs = shared.map(({ from, to }) => [nameOf(from), nameOf(to)].toSorted().join(' · '))
    expect(pairs).toContain('A Story Without Words · Maker of Small Worlds')
  })
})
