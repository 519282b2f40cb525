import { expect, test } from 'vitest'

import { creditAmount, creditsOfRequired, yearsToEarn } from './credit-amount.ts'

test.each([
  [0, '0 hours'],
  [0.01, '1 hour'],
  [0.08, '10 hours'],
  [0.25, '¼ credit'],
  [0.61, '½ credit and 13 hours'],
  [1, '1 credit'],
  [1.25, '1¼ credits'],
  [3.8, '3¾ credits and 6 hours'],
  [22, '22 credits'],
  [-0.5, '-0.5 credits'],
])('%s credits of 120 hours are %s', (credits, words) => {
  expect(creditAmount(credits, 6000)).toBe(words)
})

test('another measure changes the hours', () => {
  expect(creditAmount(0.5, 7200)).toBe('½ credit')
  expect(creditAmount(0.3, 7200)).toBe('¼ credit and 7 hours')
})

test.each([
  [-1, '0 of 22 credits'],
  [0.24, '0 of 22 credits'],
  [0.5, '½ of 22 credits'],
  [3.8, '3¾ of 22 credits'],
  [22, '22 of 22 credits'],
])('%s credits are “%s” in a list', (earned, words) => {
  expect(creditsOfRequired(earned, 22)).toBe(words)
})

test.each([
  [22, 15, 5],
  [22, 20, 4],
  [11, 15, 2.5],
  [0.1, 15, 0.5],
  [0, 15, 0],
  [-1, 15, 0],
])('%s credits at %s hours a week take %s years', (credits, hours, years) => {
  expect(yearsToEarn(credits, 6000, hours)).toBe(years)
})
