import fc from 'fast-check'
import { expect, test } from 'vitest'

import { wayToDiploma } from './way-to-diploma.ts'

const NOTHING = { earned: 0, in_review: 0, in_progress: 0 }

test('hours that the library cannot give come from elsewhere; work under way and complete subjects need none', () => {
  expect(
    wayToDiploma(
      [
        { ...NOTHING, subject: 'science', required: 3, earned: 1, in_progress: 0.5 },
        { ...NOTHING, subject: 'arts', required: 1 },
        { ...NOTHING, subject: 'health', required: 0.5, earned: 0.75 },
      ],
      [
        { subject: 'science', xp: 4000 },
        { subject: 'arts', xp: 9000 },
      ],
      6000,
    ),
  ).toEqual([
    { subject: 'science', needed: 180, library: 80, elsewhere: 100 },
    { subject: 'arts', needed: 120, library: 120, elsewhere: 0 },
  ])
})

test('library and elsewhere always add up to what is needed', () => {
  const amount = fc.double({ min: 0, max: 10, noNaN: true })
  fc.assert(
    fc.property(amount, amount, fc.nat(100_000), (required, earned, xp) => {
      const row = { ...NOTHING, subject: 'science' as const, required, earned }
      for (const way of wayToDiploma([row], [{ subject: 'science', xp }], 6000)) {
        expect(way.library + way.elsewhere).toBe(way.needed)
        expect(Math.min(way.library, way.elsewhere)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
