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
