import fc from 'fast-check'
import { expect, test } from 'vitest'

import { missingFromPassword, passwordChecklist, passwordStrength } from './password.ts'

test.each([
  ['', 0, 'very weak'],
  ['abc', 10, 'very weak'],
  // 20 length + 40 kinds + 10 + 10 distinct
  ['Tr4vel&Muns!?', 80, 'strong'],
  // + 5 for sixteen characters
  ['Tr4vel&Moon!Sky7', 85, 'strong'],
  // + 5 more for twenty
  ['Tr4vel&Moon!Sky7Lake', 90, 'strong'],
  // a common pattern costs 20
  ['Password-1234!', 60, 'medium'],
  // only letters followed by digits cost 10: 20 + 30 + 20 - 10
  ['Abcdefghi123', 60, 'medium'],
])('"%s" scores %i: %s', (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label })
})

test('the score stays between 0 and 100', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (password) => {
      const { score } = passwordStrength(password)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
    }),
  )
})

test('what is missing is named in order', () => {
  expect(missingFromPassword('abc')).toEqual([
    'one uppercase letter',
    'one number',
    'one special character',
  ])
  expect(passwordChecklist('').map(({ requirement }) => requirement)).toEqual([
    'at least 12 characters',
    'one uppercase letter',
    'one lowercase letter',
    'one digit',
    'one special character',
  ])
  expect(passwordChecklist('Aa1!').map(({ met }) => met)).toEqual([false, true, true, true, true])
})
