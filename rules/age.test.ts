import { expect, test } from 'vitest'

import { ageOn, fullYears, needsConsent, isYoung } from './age.ts'

test('age counts whole years of 365.25 days', () => {
  expect(ageOn('2010-03-01', '2020-03-01')).toBe(10)
  expect(ageOn('2010-03-01', '2020-02-28')).toBe(9)
  expect(ageOn('2026-01-01', '2026-01-01')).toBe(0)
})

test('twelve years and 364 days still need consent, thirteen years do not', () => {
  expect(needsConsent('2013-11-21', '2026-11-20')).toBe(true)
  expect(needsConsent('2013-11-19', '2026-11-20')).toBe(false)
})

test('rights come with the birthday, and with 1 March for who was born on 29 February', () => {
  expect(fullYears('2013-11-20', '2026-11-19')).toBe(12)
  expect(fullYears('2013-11-20', '2026-11-20')).toBe(13)
  expect(fullYears('2012-02-29', '2025-02-28')).toBe(12)
  expect(fullYears('2012-02-29', '2025-03-01')).toBe(13)
  expect(fullYears('2012-02-29', '2028-02-29')).toBe(16)
})

test('a child is young until the day before the tenth birthday', () => {
  expect(isYoung('2016-11-26', '2026-11-25')).toBe(true)
  expect(isYoung('2016-11-25', '2026-11-25')).toBe(false)
  expect(isYoung(null, '2026-11-25')).toBe(false)
})
