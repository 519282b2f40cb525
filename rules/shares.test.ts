import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { maxShare, withoutSubject, withShare, withSubject } from './shares.ts'
import { isWhole, SUBJECTS, type SubjectShares } from './subjects.ts'

describe('the shares of subjects', () => {
  test('are moved against each other', () => {
    expect(withShare({ science: 0.6, arts: 0.4 }, 'science', 75)).toEqual({
      science: 0.75,
      arts: 0.25,
    })
    expect(withShare({ science: 0.5, arts: 0.3, health: 0.2 }, 'science', 0)).toMatchObject({
      science: 0.01,
    })
  })

  test('make room for one more, and fill the room of one less', () => {
    expect(withSubject({ arts: 1 }, 'science')).toEqual({ arts: 0.5, science: 0.5 })
    expect(withSubject({}, 'science')).toEqual({ science: 1 })
    expect(withoutSubject({ arts: 0.5, science: 0.5 }, 'arts')).toEqual({ science: 1 })
    expect(withoutSubject({ arts: 1 }, 'arts')).toEqual({})
  })

  test('are the whole after whatever is done, and none is nothing', () => {
    const subject = fc.constantFrom(...SUBJECTS)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('share' as const), subject, percent: fc.integer() }),
      fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), subject }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        let shares: SubjectShares = { electives: 1 }
        for (const each of steps) {
          if (each.kind === 'share') shares = withShare(shares, each.subject, each.percent)
          else if (each.kind === 'add') shares = withSubject(shares, each.subject)
          else shares = withoutSubject(shares, each.subject)
          const values = Object.values(shares)
          expect(values.length === 0 || isWhole(shares)).toBe(true)
          expect(values.every((share) => share >= 0.01)).toBe(true)
        }
      }),
    )
  })

  test('give a subject what is asked for, as far as the others leave it', () => {
    const percent = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(percent, (wanted) => {
        const shares: SubjectShares = { arts: 0.2, science: 0.3, health: 0.5 }
        expect(maxShare(shares)).toBe(98)
        expect(withShare(shares, 'arts', wanted).arts).toBe(Math.min(wanted, 98) / 100)
      }),
    )
  })
})
