import { expect, test } from 'vitest'

import { wrapText } from './wrap.ts'

const perLetter = (text: string) => [...text].length

test('words go on the next line when they no longer fit', () => {
  expect(wrapText('one two three', 7, perLetter)).toEqual(['one two', 'three'])
})

test('a word that is too long by itself is broken', () => {
  expect(wrapText('abcdefghij', 4, perLetter)).toEqual(['abcd', 'efgh', 'ij'])
})

test('what belongs together, such as a family of emoji, is never torn', () => {
  const family = '👩‍👩‍👧'
  expect(wrapText(family.repeat(3), 6, perLetter)).toEqual([family, family, family])
})

test('nothing makes no line', () => {
  expect(wrapText('  ', 4, perLetter)).toEqual([])
})
