import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pointAt, pointOf, selectorOf } from './pins.ts'

const box = { left: 100, top: 50, width: 200, height: 400 }

test('the same spot of a picture is the same point however the picture is turned', () => {
  // A quarter from the left and a tenth from the top of the upright picture.
  const upright = { clientX: 150, clientY: 90 }
  const spot = { x: expect.closeTo(0.25), y: expect.closeTo(0.1) }
  expect(pointAt(upright, box, 0)).toEqual(spot)
  // Rotated clockwise: left becomes top, top becomes right.
  expect(pointAt({ clientX: 280, clientY: 150 }, box, 90)).toEqual(spot)
  expect(pointAt({ clientX: 250, clientY: 410 }, box, 180)).toEqual(spot)
  expect(pointAt({ clientX: 120, clientY: 350 }, box, -90)).toEqual(spot)
})

test('a point survives being written down', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, share, (x, y) => {
      const read = pointOf({ block: 0, comment: 'x', selector: selectorOf({ x, y }) })
      expect(read?.x).toBeCloseTo(x, 4)
      expect(read?.y).toBeCloseTo(y, 4)
    }),
  )
})
