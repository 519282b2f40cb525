import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DIRECTIONS, nearestInDirection } from './constellation.ts'

const SKY = [
  { name: 'middle', x: 0, y: 0 },
  { name: 'east', x: 10, y: 1 },
  { name: 'far east', x: 20, y: 0 },
  { name: 'south', x: 1, y: 12 },
  { name: 'north-east', x: 8, y: -9 },
]

test('an arrow leads to the nearest star on its side, straight on before aside', () => {
  const from = SKY[0]!
  expect(nearestInDirection(from, SKY, 'right')?.name).toBe('east')
  expect(nearestInDirection(from, SKY, 'down')?.name).toBe('south')
  expect(nearestInDirection(from, SKY, 'up')?.name).toBe('north-east')
  expect(nearestInDirection(from, SKY, 'left')).toBeUndefined()
})

const star = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 900 }) })
const stars = fc.uniqueArray(star, {
  minLength: 1,
  maxLength: 25,
  selector: ({ x, y }) => `${x} ${y}`,
})

test('an arrow never leads to the other side, nor past a star straight on', () => {
  fc.assert(
    fc.property(stars, fc.nat(), (stars, start) => {
      const from = stars[start % stars.length]!
      for (const direction of DIRECTIONS) {
        const axis = direction === 'left' || direction === 'right' ? 'x' : 'y'
        const sign = direction === 'right' || direction === 'down' ? 1 : -1
        const ahead = (star: typeof from) => (star[axis] - from[axis]) * sign
        const next = nearestInDirection(from, stars, direction)
        if (!next) expect(stars.every((star) => ahead(star) <= 0)).toBe(true)
        else expect(ahead(next)).toBeGreaterThan(0)
        const other = axis === 'x' ? 'y' : 'x'
        const straight = stars.filter((star) => star[other] === from[other] && ahead(star) > 0)
        const steps = next && Math.hypot(next.x - from.x, next.y - from.y)
        for (const star of straight) expect(steps).toBeLessThanOrEqual(ahead(star))
      }
    }),
  )
})
