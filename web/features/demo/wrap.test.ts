import { expect, test } from 'vitest'

import { wrap } from './wrap.ts'

const perLetter = (text: string) => [...text].length

test('words go on the next line when they no longer fit', () => {
  expect(wrap('one two three', 7, perLetter)).toEqual(['one two', 'three'])
})

test('a word that is too long by itself is broken', () => {
  expect(wrap('abcdefghij', 4, perLetter)).toEqual(['abcd', 'efgh', 'ij'])
})

test('what belongs together, such as a family of emoji, is never torn', () => {
  const family = '👩‍👩‍👧'
  expect(wrap(family.repeat(3), 6, perLetter)).toEqual([family, family, family])
})

test('nothing makes no line', () => {
  expect(wrap('  ', 4, perLetter)).toEqual([])
})
