import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readQuantity, unitFactor } from './quantity.ts'

test.each([
  ['13.8 m', [13.8], 'm'],
  ['13,8m', [13.8], 'm'],
  [' −3 ', [-3], ''],
  ['3/4', [0.75], ''],
  ['1 200 g', [1200], 'g'],
  ['1,200', [1.2, 1200], ''],
  ['1,234,567', [1_234_567], ''],
  ['.5', [0.5], ''],
  ['€ 12.50', [12.5], '€'],
  ['12.50 €', [12.5], '€'],
  ['3 × 10^8 m/s', [300_000_000], 'm/s'],
  ['72 beats per minute', [72], 'beats per minute'],
  ['16 cm2', [16], 'cm2'],
])('%s is read', (typed, values, unit) => {
  expect(readQuantity(typed)).toEqual({ values, unit })
})

test.each(['', 'm', 'about 3', '1.2.3', '--1', '1 2', '3/0', '.', 'Infinity', '1e99'])(
  '“%s” is no number',
  (typed) => {
    expect(readQuantity(typed)).toBeUndefined()
  },
)

test('every number is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(4), (digits, places) => {
      const value = digits / 10 ** places
      expect(readQuantity(value.toFixed(places))?.values[0]).toBeCloseTo(value, 9)
    }),
  )
})

test('units of one quantity are converted, and others refused', () => {
  expect(unitFactor('cm', ['m'])).toBe(0.01)
  expect(unitFactor('Metres', ['m'])).toBe(1)
  expect(unitFactor('per cent', ['%'])).toBe(1)
  expect(unitFactor('bpm', ['beats per minute', 'bpm'])).toBe(1)
  expect(unitFactor('kg', ['m'])).toBeUndefined()
})
