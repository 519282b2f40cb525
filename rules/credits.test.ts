import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  amountOf,
  CREDIT_STATES,
  creditParts,
  creditRows,
  creditsOf,
  type CreditSource,
  creditStateOf,
  gapsOf,
  masteryOf,
  missingOf,
  sumOf,
  xpOf,
} from './credits.ts'
import { type Subject, SUBJECTS, type SubjectShares } from './subjects.ts'

const plan = {
  xp_per_credit: 1000,
  subjects: [
    { subject: 'science', required: 3 },
    { subject: 'mathematics', required: 3 },
    { subject: 'health', required: 0.5 },
  ] as { subject: Subject; required: number }[],
}

/** Shares of any precision that sum to 1, within floating-point error. */
const shares = fc
  .uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 5 })
  .chain((subjects) =>
    fc
      .array(fc.integer({ min: 1, max: 997 }), {
        minLength: subjects.length,
        maxLength: subjects.length,
      })
      .map((weights): SubjectShares => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        return Object.fromEntries(subjects.map((subject, i) => [subject, weights[i]! / whole]))
      }),
  )
const xp = fc.integer({ min: 50, max: 100 })
const entry: fc.Arbitrary<CreditSource> = fc
  .record({ state: fc.constantFrom(...CREDIT_STATES), xp, shares })
  .map(({ state, xp, shares }) => ({ state, parts: creditParts(xp, shares) }))
const total = (parts: readonly { amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

describe('the parts of a task', () => {
  test('are its XP times its shares', () => {
    expect(creditParts(80, { science: 0.6, language_arts: 0.4 })).toEqual([
      { subject: 'language_arts', amount: 32_000 },
      { subject: 'science', amount: 48_000 },
    ])
    expect(
      creditParts(75, { science: 0.57, arts: 0.43 }).map(({ amount }) => xpOf(amount)),
    ).toEqual([42.75, 32.25])
    expect(creditParts(60, {})).toEqual([])
  })

  test('divide thirds without loss: what is left over goes to one of them', () => {
    const third = 1 / 3
    expect(creditParts(60, { arts: third, health: third, science: third })).toEqual([
      { subject: 'science', amount: 60 * 334 },
      { subject: 'arts', amount: 60 * 333 },
      { subject: 'health', amount: 60 * 333 },
    ])
  })

  test('always sum to the XP of the task, in whole numbers', () => {
    fc.assert(
      fc.property(xp, shares, (xp, shares) => {
        const parts = creditParts(xp, shares)
        expect(total(parts)).toBe(xp * 1000)
        expect(parts.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true)
      }),
    )
  })
})

describe('credits as they are shown', () => {
  test('a thousand XP is one credit, by the rule of this version', () => {
    expect(creditsOf(1_000_000, plan)).toBe(1)
    expect(creditsOf(1_000_000, { xp_per_credit: 800 })).toBe(1.25)
    expect(amountOf(0.5, { xp_per_credit: 750 })).toBe(375_000)
  })

  test('have two decimals, halves go up, and zero has no sign', () => {
    expect(creditsOf(4999, plan)).toBe(0)
    expect(creditsOf(5000, plan)).toBe(0.01)
    expect(creditsOf(304_999, plan)).toBe(0.3)
    expect(creditsOf(-5000, plan)).toBe(0)
    expect(Object.is(creditsOf(-4000, plan), 0)).toBe(true)
    expect(creditsOf(-15_000, plan)).toBe(-0.01)
  })

  test('never show the noise of decimal fractions, whatever was added up', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const { rows, total } = creditRows(sumOf(entries), plan)
        for (const figures of [...rows, total]) {
          for (const state of [...CREDIT_STATES, 'required'] as const) {
            expect(JSON.stringify(figures[state])).toMatch(/^\d+(\.\d{1,2})?$/)
          }
        }
        // The rounded rows must add up to the total.
        for (const state of [...CREDIT_STATES, 'required'] as const) {
          const hundredths = rows.reduce((sum, row) => sum + Math.round(row[state] * 100), 0)
          expect(hundredths / 100).toBe(total[state])
        }
      }),
    )
  })

  test('one credit that was transferred is one credit under every rule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }).filter((hundredths) => hundredths !== 0),
        fc.integer({ min: 1, max: 5000 }),
        (hundredths, xp_per_credit) => {
          const rule = { xp_per_credit }
          expect(creditsOf(amountOf(hundredths / 100, rule), rule)).toBe(hundredths / 100)
        },
      ),
    )
  })
})

describe('where credit stands', () => {
  const at = (standing: Partial<Parameters<typeof creditStateOf>[0]>) =>
    creditStateOf({ enrollment: null, planned: false, handedIn: null, ...standing })

  test('accepted work is earned, submitted work is in review, wherever it was done', () => {
    for (const enrollment of ['active', 'left', 'completed'] as const) {
      expect(at({ enrollment, handedIn: 'accepted' })).toBe('earned')
      expect(at({ enrollment, handedIn: 'submitted' })).toBe('in_review')
    }
  })

  test('the rest of an active quest is in progress, returned work too', () => {
    expect(at({ enrollment: 'active' })).toBe('in_progress')
    expect(at({ enrollment: 'active', handedIn: 'returned' })).toBe('in_progress')
    expect(at({ enrollment: 'completed', handedIn: 'returned' })).toBe('in_progress')
    expect(at({ enrollment: 'completed' })).toBeNull()
  })

  test('only a quest that is not under way can be planned', () => {
    expect(at({ planned: true })).toBe('planned')
    expect(at({ planned: true, enrollment: 'left' })).toBe('planned')
    expect(at({ planned: true, enrollment: 'active' })).toBe('in_progress')
    expect(at({ planned: true, enrollment: 'completed' })).toBeNull()
    expect(at({ enrollment: 'left' })).toBeNull()
    expect(at({})).toBeNull()
  })
})

describe('sums', () => {
  test('are the same in every order', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 40 }).chain((entries) =>
          fc.tuple(
            fc.constant(entries),
            fc.shuffledSubarray(entries, {
              minLength: entries.length,
              maxLength: entries.length,
            }),
          ),
        ),
        ([entries, shuffled]) => {
          expect(creditRows(sumOf(shuffled), plan)).toEqual(creditRows(sumOf(entries), plan))
        },
      ),
    )
  })

  test('come back to exactly what they were when work is withdrawn', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), entry, (entries, more) => {
        const before = sumOf(entries)
        const reversal = more.parts.map((part) => ({ ...part, amount: -part.amount }))
        const undone = sumOf([...entries, more, { state: more.state, parts: reversal }])
        for (const [subject, amounts] of undone) {
          const was = before.get(subject) ?? { earned: 0, in_review: 0, in_progress: 0, planned: 0 }
          expect(amounts).toEqual(was)
        }
      }),
    )
  })

  test('lose nothing on the way: all that was put in is in the subjects', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const put = entries.reduce((sum, { parts }) => sum + total(parts), 0)
        const sums = [...sumOf(entries).values()].flatMap((of) => Object.values(of))
        expect(sums.reduce((sum, amount) => sum + amount, 0)).toBe(put)
      }),
    )
  })

  test('name every subject of the plan, and others that have credit after them', () => {
    const sums = sumOf([{ state: 'earned', parts: creditParts(100, { arts: 1 }) }])
    const { rows, total } = creditRows(sums, plan)
    expect(rows.map(({ subject }) => subject)).toEqual(['science', 'mathematics', 'health', 'arts'])
    expect(rows.at(-1)).toMatchObject({ earned: 0.1, required: 0 })
    expect(total).toMatchObject({ earned: 0.1, required: 6.5 })
  })
})

test('a gap is what is missing when all that is under way and planned comes in', () => {
  const sums = sumOf([
    { state: 'earned', parts: [{ subject: 'health', amount: 300_000 }] },
    { state: 'planned', parts: [{ subject: 'health', amount: 200_000 }] },
    { state: 'in_review', parts: [{ subject: 'science', amount: 1000 }] },
  ])
  expect(gapsOf(sums, plan)).toEqual([
    { subject: 'science', amount: 2_999_000 },
    { subject: 'mathematics', amount: 3_000_000 },
  ])
})

test('mastery goes from nothing to all that the plan asks for', () => {
  expect([0, 1, 49, 50, 99, 100, 101].map((earned) => masteryOf(earned, 100))).toEqual([
    'not_begun',
    'begun',
    'begun',
    'well_under_way',
    'well_under_way',
    'met',
    'met',
  ])
  expect(masteryOf(1, 0)).toBe('met')
})

test('what is missing is what the figures leave open, without dust of binary fractions, never below nothing', () => {
  expect(missingOf({ earned: 0.1, required: 0.3 })).toBe(0.2)
  expect(missingOf({ earned: 1, required: 1 })).toBe(0)
  expect(missingOf({ earned: 2.5, required: 1 })).toBe(0)
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (earned, required) => {
      const missing = missingOf({ earned: earned / 100, required: required / 100 })
      expect(missing).toBe(Math.max(0, required - earned) / 100)
    }),
  )
})
