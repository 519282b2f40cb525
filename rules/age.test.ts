import { expect, test } from 'vitest'

import { ageOn, needsConsent } from './age.ts'

test('age counts whole years of 365.25 days', () => {
  expect(ageOn('2010-03-01', '2020-03-01')).toBe(10)
  expect(ageOn('2010-03-01', '2020-02-28')).toBe(9)
  expect(ageOn('2026-01-01', '2026-01-01')).toBe(0)
})

test('twelve years and 364 days still need consent, thirteen years do not', () => {
  expect(needsConsent('2013-11-21', '2026-11-20')).toBe(true)
  expect(needsConsent('2013-11-19', '2026-11-20')).toBe(false)
})
