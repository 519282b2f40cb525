import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type InsightFacts, insightsOf } from './insights.ts'
import { PILLARS } from './pillars.ts'

const quiet: InsightFacts = {
  firstName: 'Maya',
  tasksByWeek: [0, 0, 0, 0, 0],
  pillars: {},
  returned: [],
  finished: [],
}
const kinds = (facts: Partial<InsightFacts>) =>
  insightsOf({ ...quiet, ...facts }).map(({ kind }) => kind)
const statement = (facts: Partial<InsightFacts>) =>
  insightsOf({ ...quiet, ...facts }).map(({ statement }) => statement)[0]

test('of somebody who has just begun there is nothing to say', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ tasksByWeek: [0, 0, 1, 1, 5], pillars: { creativity: 160 } })).toEqual([])
})

test('a rhythm is more, less or steady, by whole weeks: the running one does not count', () => {
  expect(statement({ tasksByWeek: [1, 1, 2, 2, 0] })).toBe(
    'Maya handed in more than in the weeks before.',
  )
  expect(statement({ tasksByWeek: [3, 3, 1, 1, 9] })).toContain('less than in the weeks before')
  expect(statement({ tasksByWeek: [2, 2, 2, 2, 0] })).toBe('Maya keeps a steady rhythm.')
})

test('what was completed and returned comes first, with how many', () => {
  const [done, back] = insightsOf({
    ...quiet,
    finished: [{ title: 'A bridge' }, { title: 'A kite' }],
    returned: [{ questTitle: 'Bread', taskTitle: 'Weigh it' }],
  })
  expect(done).toMatchObject({
    statement: 'Maya completed “A bridge” and 1 other quest.',
    figures: [{ value: 2 }],
  })
  expect(back).toMatchObject({ figures: [{ value: 1 }], ask: expect.stringContaining('Weigh it') })
})

test('a pillar stands out from half of the XP on, and those without any are named', () => {
  const pillars = { creativity: 300, communication: 100 }
  expect(kinds({ pillars })).toEqual(['strongest_pillar', 'untouched_pillar'])
  const all = Object.fromEntries(PILLARS.map((pillar) => [pillar, 100]))
  expect(kinds({ pillars: all })).toEqual([])
})

test('every statement rests on figures, and each kind comes once at most', () => {
  const xp = fc.integer({ min: 0, max: 2000 })
  fc.assert(
    fc.property(
      fc.record({
        firstName: fc.constant('Maya'),
        tasksByWeek: fc.array(fc.nat(20), { minLength: 4, maxLength: 12 }),
        pillars: fc.record(Object.fromEntries(PILLARS.map((pillar) => [pillar, xp]))),
        returned: fc.array(fc.record({ questTitle: fc.string(), taskTitle: fc.string() })),
        finished: fc.array(fc.record({ title: fc.string() })),
      }),
      (facts) => {
        const said = insightsOf(facts)
        expect(new Set(said.map(({ kind }) => kind)).size).toBe(said.length)
        for (const { figures, ask } of said) {
          expect(figures.length).toBeGreaterThan(0)
          expect(ask).not.toBe('')
        }
      },
    ),
  )
})
