import { expect, test } from 'vitest'

import { fullYears, isAdult, isChild, isMinor, isYoung, needsConsent } from './age.ts'

test('registration counts whole years of 365.25 days', () => {
  expect(needsConsent('2013-11-21', '2026-11-20')).toBe(true)
  expect(needsConsent('2013-11-20', '2026-11-20')).toBe(true)
  expect(needsConsent('2013-11-19', '2026-11-20')).toBe(false)
})

test('who decides, and who is protected, changes on the birthday itself', () => {
  expect(isChild('2013-11-20', '2026-11-19')).toBe(true)
  expect(isChild('2013-11-20', '2026-11-20')).toBe(false)
  expect(isChild(null, '2026-11-20')).toBe(false)
  expect(isAdult('2008-11-20', '2026-11-19')).toBe(false)
  expect(isAdult('2008-11-20', '2026-11-20')).toBe(true)
  const person = { date_of_birth: '2008-11-20', declared_adult: false }
  expect(isMinor(person, '2026-11-19')).toBe(true)
  expect(isMinor(person, '2026-11-20')).toBe(false)
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
