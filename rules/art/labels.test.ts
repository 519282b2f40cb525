import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Box, labelsWithoutOverlap } from './labels.ts'

const box = (id: string, left: number, top: number): Box => ({
  id,
  left,
  top,
  right: left + 10,
  bottom: top + 10,
})

test('the more important of two labels stays; those that only touch both do', () => {
  const shown = labelsWithoutOverlap([box('a', 0, 0), box('b', 5, 5), box('c', 10, 0)])
  expect([...shown]).toEqual(['a', 'c'])
})

test('a label gives way to the star of another, not to its own', () => {
  const stars = [box('a', 0, 0), box('b', 40, 0)]
  expect([...labelsWithoutOverlap([box('a', 5, 5), box('b', 5, 8)], stars)]).toEqual(['a'])
})

test('no two labels that are shown overlap', () => {
  const place = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { maxLength: 30 }), (places) => {
      const labels = places.map(([left, top], index) => box(String(index), left, top))
      const shown = labels.filter(({ id }) => labelsWithoutOverlap(labels).has(id))
      for (const [index, a] of shown.entries())
        for (const b of shown.slice(index + 1))
          expect(Math.abs(a.left - b.left) >= 10 || Math.abs(a.top - b.top) >= 10).toBe(true)
    }),
  )
})
