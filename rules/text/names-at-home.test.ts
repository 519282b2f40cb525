import { expect, test } from 'vitest'

import { householdNameMatcher, searchedNames } from './names-at-home.ts'

const isName = householdNameMatcher([
  { first_name: 'Kathryn', last_name: 'O’Neill' },
  { first_name: 'Will', last_name: 'Sørensen' },
  { first_name: 'Theodora Mae', last_name: 'Nowak' },
])

test.each(
  'kathryn kathryns kate katie kathrin katherin katrhyn oneill oneil will bill sorensen sorenson theo theodora mae nowak novak'.split(
    ' ',
  ),
)('%s is a name at home', (word) => {
  expect(isName(word)).toBe(true)
})

test.each('the her cat can wall bridge homework now make teacher ben maya'.split(' '))(
  '%s is none',
  (word) => {
    expect(isName(word)).toBe(false)
  },
)

test('names are searched as a database splits them, and common words only after a title', () => {
  const names = searchedNames([{ first_name: 'Łukasz', last_name: 'O’Neill' }])
  expect(names).toEqual(expect.arrayContaining(['lukasz', 'łukasz', 'oneill', 'neill', 'neills']))
  const common = searchedNames([{ first_name: 'Will', last_name: 'Young' }])
  expect(common).toEqual(expect.arrayContaining(['mryoung', 'missyoung', 'mrwill']))
  for (const name of ['young', 'will']) expect(common).not.toContain(name)
})

test.each([
  ['An', 'Nguyen', 'my dad hits me with an iron bar'],
  ['Linh', 'Do', 'i do not want to live'],
  ['Mei', 'He', 'he hits me'],
  ['Lin', 'To', 'i am scared to go home'],
  ['Maria', 'de la Cruz', 'mi padre me pega de la nada'],
  ['Richard', 'Stone', 'my stepdad makes me touch his dick'],
  ['Hannah', 'Stone', 'my nan hits me'],
  ['William', 'Stone', 'he hit me because of the bill'],
  ['Patrick', 'Stone', 'they pat me down there'],
  ['Mark', 'Stone', 'it leaves marks on my back, and one mark on my leg'],
  ['Guy', 'Stone', 'this guy follows me'],
  ['Carol', 'Hurt', 'my dad hurt me'],
])('%s %s is not named by: %s', (first_name, last_name, text) => {
  const names = searchedNames([{ first_name, last_name }])
  expect(text.split(/\W+/).filter((word) => names.includes(word))).toEqual([])
})

test('an everyday word names a person after a title, and somebody at home by itself', () => {
  expect(searchedNames([{ first_name: 'Carol', last_name: 'Hurt' }])).toContain('mrshurt')
  expect(householdNameMatcher([{ first_name: 'Mark', last_name: 'Stone' }])('mark')).toBe(true)
})
