import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { gapsOf, sumOf } from './credits.ts'
import { type Candidate, suggestQuests } from './suggest-quests.ts'

const plan = { xp_per_credit: 1000, subjects: [{ subject: 'science', required: 0.2 } as const] }
const none = sumOf([])
const quest = (id: string, xp: number, hours: number): Candidate => ({
  id,
  hours,
  parts: [{ subject: 'science', amount: xp * 1000 }],
})
const chosen = (candidates: Candidate[]) => suggestQuests(none, plan, candidates)

describe('for a gap', () => {
  test('one quest that closes it is better than two, and the quicker one is best', () => {
    expect(
      chosen([quest('slow', 210, 9), quest('quick', 200, 4), quest('half', 100, 1)]),
    ).toMatchObject([{ subject: 'science', gap: 200_000, brings: 200_000, quests: ['quick'] }])
  })

  test('two quests close what one cannot, in the least time', () => {
    expect(
      chosen([quest('a', 190, 9), quest('b', 150, 2), quest('c', 60, 2), quest('d', 10, 1)]),
    ).toMatchObject([{ quests: ['b', 'c'] }])
  })

  test('where two do not suffice, those that bring most are named, with what they bring', () => {
    expect(chosen([quest('a', 60, 1), quest('b', 80, 9), quest('c', 10, 1)])).toMatchObject([
      { brings: 140_000, quests: ['b', 'a'] },
    ])
    expect(chosen([])).toEqual([])
  })

  test('that is closed there is nothing to suggest', () => {
    const sums = sumOf([{ state: 'in_review', parts: [{ subject: 'science', amount: 200_000 }] }])
    expect(suggestQuests(sums, plan, [quest('a', 60, 1)])).toEqual([])
  })
})

test('whatever the library holds: at most two quests, different ones, and the words are true', () => {
  const candidates = fc
    .array(
      fc.record({ xp: fc.integer({ min: 0, max: 300 }), hours: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 20,
      },
    )
    .map((list) => list.map(({ xp, hours }, i) => quest(`q${i}`, xp, hours)))
  fc.assert(
    fc.property(candidates, (candidates) => {
      for (const { quests, gap, brings } of chosen(candidates)) {
        expect(new Set(quests).size).toBe(quests.length)
        expect(quests.length).toBeLessThanOrEqual(2)
        const taken = candidates.filter(({ id }) => quests.includes(id))
        const after = sumOf(taken.map(({ parts }) => ({ state: 'planned' as const, parts })))
        const left = gapsOf(after, plan).find(({ subject }) => subject === 'science')?.amount ?? 0
        expect(gap - brings).toBe(left)
      }
    }),
  )
})
