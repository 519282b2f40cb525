import { expect, test } from 'vitest'

import { fillPlaceholders, selectorInWords } from './labels.ts'

test('a pinned comment says where it is', () => {
  const at = (value: string) =>
    selectorInWords({ block: 0, selector: { type: 'FragmentSelector', value }, comment: 'x' })
  expect(at('t=67.4')).toBe('At 1:07')
  expect(at('page=3')).toBe('On page 3')
  expect(at('xywh=percent:10,20,0,0')).toBe('In the picture')
})

test('a saved comment is filled in wherever it leaves something open', () => {
  const about = { first_name: 'Maya', task: 'Load it' }
  expect(fillPlaceholders('{first_name}, “{task}” is fine, {first_name}. {other}', about)).toBe(
    'Maya, “Load it” is fine, Maya. {other}',
  )
})
