import { expect, test } from 'vitest'

import { publicName } from './display-name.ts'

const ada = { first_name: 'Ada', last_name: 'Lovelace' }

test('minors appear with first name and initial, adults with their name', () => {
  expect(publicName({ ...ada, date_of_birth: '2012-05-05' }, '2026-11-20')).toBe('Ada L.')
  expect(publicName({ ...ada, date_of_birth: '1990-05-05' }, '2026-11-20')).toBe('Ada Lovelace')
})

test('without a known age one is treated as a minor', () => {
  expect(publicName({ ...ada, date_of_birth: null }, '2026-11-20')).toBe('Ada L.')
})

test('an initial is a whole character, also beyond the basic plane', () => {
  expect(
    publicName({ first_name: 'Ada', last_name: '𝒜x', date_of_birth: null }, '2026-11-20'),
  ).toBe('Ada 𝒜.')
})
