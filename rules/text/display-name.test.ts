import { expect, test } from 'vitest'

import { publicFileNames, publicName } from './display-name.ts'

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

test.each([
  ['Lovelace_Ada_Essay.pdf', 'L._Ada_Essay.pdf'],
  ['adaLovelaceEssay.pdf', 'adaL.Essay.pdf'],
  ['essay lovelace.pdf', 'essay L..pdf'],
  ['Lovelaces Lovelacean.pdf', 'Lovelaces Lovelacean.pdf'],
])('a minor’s surname in the file name %s is %s', (name, shown) => {
  const minor = { first_name: 'Ada', last_name: 'Lovelace', date_of_birth: '2015-01-01' }
  expect(publicFileNames(minor, '2026-01-01')(name)).toBe(shown)
  expect(publicFileNames({ ...minor, date_of_birth: '1999-01-01' }, '2026-01-01')(name)).toBe(name)
})

test('surnames of several words, and those that are short or have accents, are found as well', () => {
  const of = (last_name: string) => ({ first_name: 'Ada', last_name, date_of_birth: '2015-01-01' })
  expect(publicFileNames(of('Müller-Li'), '2026-01-01')('Muller-Li public.pdf')).toBe(
    'M.-L. public.pdf',
  )
  expect(publicFileNames(of("O'Neill (Jr.)"), '2026-01-01')("O'Neill.pdf")).toBe('O..pdf')
})
