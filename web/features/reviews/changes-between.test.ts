import { expect, test } from 'vitest'

import { changesBetween } from './changes-between.ts'

test('words that went and that came are told apart', () => {
  const told = changesBetween('I like red kites', 'I like blue kites').map(
    ({ value, added, removed }) => `${added ? '+' : ''}${removed ? '-' : ''}${value}`,
  )
  expect(told).toEqual(['I like ', '-red', '+blue', ' kites'])
})

test('of two long texts that have little in common, one stands after the other', () => {
  const before = Array.from({ length: 4000 }, (_, i) => `a${i}`).join(' ')
  const after = Array.from({ length: 4000 }, (_, i) => `b${i}`).join(' ')
  const parts = changesBetween(before, after)
  expect(parts.map(({ value }) => value)).toEqual([before, '\n\n', after])
})
