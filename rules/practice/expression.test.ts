import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeNumber, computeValue, ExpressionError, MAX_EXPRESSION } from './expression.ts'

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['10 - 4 - 3', 3],
  ['12 / 3 / 2', 2],
  ['sqrt(a^2 + b^2)', 5],
  ['tan(45)', 1],
  ['round(1.005, 2)', 1.01],
  ['round(-2.5)', -3],
  ['mod(-1, 7)', 6],
  ['gcd(84, 36)', 12],
  ['if(a > b, a, b)', 4],
  ['a == 3 and b != 3', 1],
  ['0.1 + 0.2 == 0.3', 1],
  ['2 * pi', 2 * Math.PI],
])('%s is %d', (text, value) => {
  expect(computeNumber(text, { a: 3, b: 4 })).toBeCloseTo(value, 10)
})

test('a word is compared, and refused where a number is needed', () => {
  expect(computeValue('name == other', { name: 'Ines', other: 'Ines' })).toBe(1)
  expect(() => computeNumber('name + 1', { name: 'Ines' })).toThrow(ExpressionError)
})

test.each([
  '1 +',
  ')',
  '(1',
  'x',
  'constructor',
  'toString()',
  '__proto__',
  'a b',
  '1 / 0',
  'sqrt(-1)',
  'sqrt()',
  'min(1)',
  'a.b',
  '`1`',
  '1'.repeat(MAX_EXPRESSION + 1),
])('%s is refused with a sentence', (text) => {
  expect(() => computeNumber(text, { a: 1 })).toThrow(ExpressionError)
})

test('an expression has a value or is refused, whatever was typed', () => {
  const piece = fc.constantFrom(...'()+-*/^,<>=!.@ 019ab', 'sqrt(', 'if(', ' and ', 'pi')
  const typed = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.oneof(typed, fc.string({ maxLength: MAX_EXPRESSION })), (text) => {
      try {
        expect(computeNumber(text, { a: 2, b: 3 })).toSatisfy(Number.isFinite)
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
      }
    }),
    { numRuns: 2000 },
  )
})
