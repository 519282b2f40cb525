import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ExpressionError } from './expression.ts'
import { expandPattern, MAX_TEXTS, normalizeText } from './pattern.ts'

test('a pattern stands for a few texts', () => {
  expect(expandPattern('(a|one) [big ]house')).toEqual([
    'a big house',
    'a house',
    'one big house',
    'one house',
  ])
  expect(expandPattern('[[very ]big ]house')).toEqual(['very big house', 'big house', 'house'])
})

test.each(['(a', '[a', '(a|b)'.repeat(9), '('.repeat(20)])('%s is refused', (pattern) => {
  expect(() => expandPattern(pattern)).toThrow(ExpressionError)
})

test('a pattern stands for a bounded number of texts, whatever it is', () => {
  const pattern = fc
    .array(fc.constantFrom('(', ')', '[', ']', '|', 'a', ' '), { maxLength: 200 })
    .map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(pattern, (pattern) => {
      try {
        expect(expandPattern(pattern).length).toBeLessThanOrEqual(MAX_TEXTS)
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
      }
    }),
  )
})

test('case, spaces and final punctuation do not count', () => {
  expect(normalizeText('  ¿Dónde   está? ')).toBe('dónde está')
  expect(normalizeText('I’m.')).toBe("i'm")
})
