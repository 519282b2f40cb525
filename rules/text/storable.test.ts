import { expect, test } from 'vitest'

import { isStorableText, withoutExcessMarks } from './storable.ts'

test.each([
  'Zażółć gęślą jaźń',
  'Trường học'.normalize('NFD'),
  'שָׁלוֹם עֲלֵיכֶם',
  'بِسْمِ ٱللَّهِ',
  'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ',
  '👩🏽‍🚀❤️',
  `a${'\u0301'.repeat(30)}`,
])('text in any script is stored: %s', (text) => {
  expect(isStorableText(text)).toBe(true)
  expect(withoutExcessMarks(text)).toBe(text)
})

test.each(['a\0b', '\ud800', `a${'\u0301\u0315'.repeat(16)}`])(
  'what no database or font can bear is not: %j',
  (text) => expect(isStorableText(text)).toBe(false),
)

test('marks above the limit are removed, and those of other letters stay', () => {
  const tall = `a${'\u0301'.repeat(40)}`
  expect(withoutExcessMarks(`${tall}é${tall}`)).toBe(
    `a${'\u0301'.repeat(30)}éa${'\u0301'.repeat(30)}`,
  )
})
