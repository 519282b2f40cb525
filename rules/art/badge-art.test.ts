import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PILLARS } from '#rules/pillars'

import { BADGE_SHAPES, badgeArt } from './badge-art.ts'

const art = fc.record({
  pillars: fc.subarray([...PILLARS], { minLength: 1 }),
  shape: fc.constantFrom(...BADGE_SHAPES),
  seed: fc.uuid(),
  earned: fc.boolean(),
})

test('the same badge always looks the same, and stands on its own', () => {
  fc.assert(
    fc.property(art, (art) => {
      const svg = badgeArt(art)
      expect(badgeArt(art)).toBe(svg)
      expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="-120 -120 240 240"/)
      expect(svg).not.toMatch(/NaN|undefined|null|script|href/)
      const opened = svg.match(/<[a-z]/gi)?.length
      const closed = svg.match(/<\/|\/>/g)?.length
      expect(closed).toBe(opened)
    }),
  )
})

test('gold is for what was earned', () => {
  fc.assert(
    fc.property(art, (art) => {
      expect(badgeArt(art).includes('fill="url(#gold)"')).toBe(art.earned)
    }),
  )
})

test('every shape has an outline of its own, and every badge its own stars', () => {
  const base = { pillars: ['creativity'], seed: 'a', earned: true } as const
  const drawn = BADGE_SHAPES.map((shape) => badgeArt({ ...base, shape }))
  expect(new Set(drawn).size).toBe(BADGE_SHAPES.length)
  expect(badgeArt({ ...base, shape: 'roundel', seed: 'b' })).not.toBe(drawn[0])
})
