import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type BadgeFacts,
  type Criteria,
  criteriaInWords,
  isIntroductory,
  criterionInWords,
  isMet,
  progressOn,
  questsIn,
  stepInWords,
} from './badges.ts'
import { type Pillar, PILLARS } from './pillars.ts'

const done = (
  more: Partial<Omit<BadgeFacts, 'completed'>> & { completed?: string[] } = {},
): BadgeFacts => ({
  xp: {},
  tasks: {},
  begun: new Set(),
  awarded: false,
  ...more,
  completed: new Set(more.completed),
})

const titleOf = (id: string) => ({ dinner: 'Dinner for everyone', bread: 'Bread' })[id] ?? id

test('a badge for five quests says "3 of 5" and names a quest that is still open', () => {
  const criteria = { quests: ['a', 'b', 'c', 'dinner', 'e'] }
  const progress = progressOn(criteria, done({ completed: ['a', 'b', 'c'] }))
  expect(progress).toMatchObject({ met: false, have: 3, need: 5, counts: 'quests', fraction: 0.6 })
  expect(stepInWords(progress.next!, titleOf)).toBe('Complete “Dinner for everyone”')
})

test('the next quest is one already begun, where there is one', () => {
  const progress = progressOn({ quests: ['a', 'b'] }, done({ begun: new Set(['b']) }))
  expect(progress.next).toEqual({ kind: 'quest', quest_id: 'b' })
})

test('any two of four quests are enough, and more do not count beyond', () => {
  const criteria = { quests: ['a', 'b', 'c', 'd'], at_least: 2 }
  expect(progressOn(criteria, done({ completed: ['d'] }))).toMatchObject({ have: 1, met: false })
  const all = progressOn(criteria, done({ completed: ['a', 'b', 'c', 'd'] }))
  expect(all).toMatchObject({ have: 2, need: 2, met: true, fraction: 1, next: null })
})

test('XP and tasks count in one pillar or in all of them', () => {
  const work = done({ xp: { creativity: 200, communication: 100 }, tasks: { creativity: 3 } })
  expect(progressOn({ xp: 300 }, work).met).toBe(true)
  const one = progressOn({ xp: 300, pillar: 'communication' }, work)
  expect(stepInWords(one.next!, titleOf)).toBe('200 more XP in Communication')
  const tasks = progressOn({ tasks: 4, pillar: 'creativity' }, work)
  expect(stepInWords(tasks.next!, titleOf)).toBe('1 more task in Creativity')
  expect(progressOn({ tasks: 5 }, work).next).toEqual({ kind: 'tasks', count: 2, pillar: null })
})

test('XP that an adjustment has made negative count as none', () => {
  const progress = progressOn({ xp: 100, pillar: 'creativity' }, done({ xp: { creativity: -40 } }))
  expect(progress).toMatchObject({ have: 0, fraction: 0 })
})

test('"all" asks for each part and points to the one that is furthest on, an advisor’s award last', () => {
  const criteria: Criteria = {
    all: [{ award: 'advisor' }, { quests: ['a', 'b'] }, { tasks: 4, pillar: 'creativity' }],
  }
  const work = done({ completed: ['a'], tasks: { creativity: 3 } })
  const progress = progressOn(criteria, work)
  expect(progress).toMatchObject({ have: 0, need: 3, counts: 'parts' })
  expect(progress.fraction).toBeCloseTo((0 + 0.5 + 0.75) / 3)
  expect(progress.next).toMatchObject({ kind: 'tasks', count: 1 })
  expect(progress.checklist.map(({ kind, depth, have }) => [kind, depth, have])).toEqual([
    ['award', 0, 0],
    ['quests', 0, 1],
    ['tasks', 0, 3],
  ])
  const last = progressOn(criteria, done({ completed: ['a', 'b'], tasks: { creativity: 9 } }))
  expect(last.next).toEqual({ kind: 'award' })
  expect(progressOn(criteria, { ...work, awarded: true })).toMatchObject({ have: 1, met: false })
})

test('"any" follows the best of its parts', () => {
  const criteria: Criteria = { any: [{ quests: ['a', 'b', 'c'] }, { xp: 100 }] }
  const progress = progressOn(criteria, done({ completed: ['a'], xp: { creativity: 90 } }))
  expect(progress).toMatchObject({ met: false, fraction: 0.9, counts: 'xp', have: 90, need: 100 })
  expect(progressOn(criteria, done({ completed: ['a', 'b', 'c'] })).met).toBe(true)
})

test('a way on which only an advisor’s award is missing still counts, and the next step is one’s own', () => {
  const criteria: Criteria = {
    any: [
      { xp: 50, pillar: 'communication' },
      { all: [{ quests: ['a'] }, { tasks: 1 }, { award: 'advisor' }] },
    ],
  }
  const before = progressOn(criteria, done({ completed: ['a'] }))
  const after = progressOn(criteria, done({ completed: ['a'], tasks: { creativity: 1 } }))
  expect(before).toMatchObject({ fraction: 0.3333, next: { kind: 'tasks' } })
  expect(after).toMatchObject({ fraction: 0.6667, have: 2, need: 3, counts: 'parts' })
  expect(stepInWords(after.next!, titleOf)).toBe('50 more XP in Communication')
})

test('criteria read as a list, groups with their lines below them', () => {
  const criteria: Criteria = {
    all: [
      { quests: ['dinner', 'bread'] },
      { any: [{ tasks: 1 }, { xp: 50, pillar: 'creativity' }, { award: 'advisor' }] },
      { quests: ['dinner'] },
      { quests: ['a', 'b', 'c'], at_least: 2 },
    ],
  }
  expect(criteriaInWords(criteria, titleOf)).toBe(
    [
      '- Complete both of these quests',
      '  - Dinner for everyone',
      '  - Bread',
      '- Any one of these',
      '  - Hand in 1 task',
      '  - Earn 50 XP in Creativity',
      '  - Be chosen for it by an advisor',
      '- Complete “Dinner for everyone”',
      '- Complete any 2 of these quests',
      '  - a',
      '  - b',
      '  - c',
    ].join('\n'),
  )
  expect(questsIn(criteria)).toEqual(['dinner', 'bread', 'a', 'b', 'c'])
})

const QUESTS = ['a', 'b', 'c', 'd', 'e', 'f']
const pillar = fc.constantFrom<(Pillar | undefined)[]>(...PILLARS, undefined)
const { criteria } = fc.letrec<{ criteria: Criteria; leaf: Criteria; group: Criteria }>((tie) => ({
  leaf: fc.oneof(
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...QUESTS), { minLength: 1 }), fc.nat({ max: 5 }))
      .map(([quests, n]) => ({ quests, at_least: 1 + (n % quests.length) })),
    fc.record({ xp: fc.integer({ min: 1, max: 900 }), pillar }),
    fc.record({ tasks: fc.integer({ min: 1, max: 12 }), pillar }),
    fc.constant<Criteria>({ award: 'advisor' }),
  ),
  group: fc.oneof(
    fc.record({ all: fc.array(tie('criteria'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ any: fc.array(tie('criteria'), { minLength: 1, maxLength: 4 }) }),
  ),
  criteria: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('group')),
}))

const byPillar = (max: number) =>
  fc.record(
    Object.fromEntries(PILLARS.map((each) => [each, fc.integer({ min: 0, max })])),
  ) as fc.Arbitrary<Record<Pillar, number>>
const work: fc.Arbitrary<BadgeFacts> = fc.record({
  xp: byPillar(400),
  tasks: byPillar(5),
  completed: fc.subarray(QUESTS).map((ids) => new Set(ids)),
  begun: fc.subarray(QUESTS).map((ids) => new Set(ids)),
  awarded: fc.boolean(),
})

/** Directly from the definition of the criteria, without counting progress. */
const holds = (criteria: Criteria, work: BadgeFacts): boolean => {
  if ('all' in criteria) return criteria.all.every((each) => holds(each, work))
  if ('any' in criteria) return criteria.any.some((each) => holds(each, work))
  if ('award' in criteria) return work.awarded
  if ('quests' in criteria) {
    const { quests, at_least = quests.length } = criteria
    const open = quests.filter((id) => !work.completed.has(id)).length
    return open <= quests.length - at_least
  }
  const [of, need] = 'xp' in criteria ? [work.xp, criteria.xp] : [work.tasks, criteria.tasks]
  const pillars = criteria.pillar ? [criteria.pillar] : PILLARS
  return pillars.map((each) => of[each] ?? 0).reduce((sum, each) => sum + each, 0) >= need
}

test('the fraction is 1, and nothing is left to do, exactly when the criteria hold', () => {
  fc.assert(
    fc.property(criteria, work, (criteria, work) => {
      const { met, fraction, next, have, need, checklist } = progressOn(criteria, work)
      expect(met).toBe(holds(criteria, work))
      expect(isMet(criteria, work)).toBe(met)
      expect(fraction === 1).toBe(met)
      expect(fraction).toBe(Number(fraction.toFixed(4)))
      expect(next === null).toBe(met)
      expect(fraction).toBeGreaterThanOrEqual(0)
      expect(fraction).toBeLessThanOrEqual(1)
      expect(have >= need).toBe(met)
      for (const part of checklist) {
        expect(part.have).toBeLessThanOrEqual(part.need)
        expect(part.met).toBe(part.have === part.need)
        expect(criterionInWords(part, titleOf)).not.toMatch(/undefined|NaN|null/)
      }
    }),
  )
})

test('more work never lowers progress', () => {
  const grown = fc.tuple(work, work).map(([a, b]) => {
    const plus = (one: BadgeFacts['tasks'], two: BadgeFacts['tasks']) =>
      Object.fromEntries(PILLARS.map((each) => [each, (one[each] ?? 0) + (two[each] ?? 0)]))
    const after: BadgeFacts = {
      xp: plus(a.xp, b.xp),
      tasks: plus(a.tasks, b.tasks),
      completed: new Set([...a.completed, ...b.completed]),
      begun: b.begun,
      awarded: a.awarded || b.awarded,
    }
    return { before: a, after }
  })
  fc.assert(
    fc.property(criteria, grown, (criteria, { before, after }) => {
      expect(progressOn(criteria, after).fraction).toBeGreaterThanOrEqual(
        progressOn(criteria, before).fraction,
      )
    }),
  )
})

test('a group of one part is that part, however deep', () => {
  fc.assert(
    fc.property(criteria, work, (criteria, work) => {
      const { met, fraction, next } = progressOn(criteria, work)
      for (const wrapped of [
        { all: [criteria] },
        { any: [criteria] },
        { all: [{ any: [criteria] }] },
      ]) {
        const inside = progressOn(wrapped, work)
        expect(inside.met).toBe(met)
        expect(inside.next).toEqual(next)
        expect(inside.fraction).toBeCloseTo(fraction)
      }
    }),
  )
})

test.each([
  ['one task', { tasks: 1 }, true],
  ['one task in a pillar', { tasks: 1, pillar: 'creativity' }, true],
  ['the XP of one task', { xp: 100 }, true],
  ['one task, or a quest', { any: [{ quests: ['bread'] }, { tasks: 1 }] }, true],
  ['two tasks', { tasks: 2 }, false],
  [
    'one task in each of two pillars',
    {
      all: [
        { tasks: 1, pillar: 'creativity' },
        { tasks: 1, pillar: 'communication' },
      ],
    },
    false,
  ],
  ['a quest', { quests: ['bread'] }, false],
  ['an advisor’s award', { award: 'advisor' }, false],
] satisfies [string, Criteria, boolean][])(
  'whether a badge is for a first step alone: %s',
  (_, criteria, expected) => {
    expect(isIntroductory(criteria)).toBe(expected)
  },
)
