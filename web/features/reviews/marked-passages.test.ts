import { expect, test } from 'vitest'

import { positionOf } from './use-marked-passages.ts'

const text = 'It grew. I measured it, and it grew.'

test('a passage is found by what stands around it, where its words come twice', () => {
  const passage = { exact: 'it', prefix: 'measured ', suffix: ', and' }
  expect(text.slice(positionOf(text, passage))).toMatch(/^it, and/)
  const last = { exact: 'grew', prefix: 'and it ', suffix: '.' }
  expect(positionOf(text, last)).toBe(text.lastIndexOf('grew'))
})

test('without anything around it the first is meant, and words that are not there are nowhere', () => {
  expect(positionOf(text, { exact: 'grew', prefix: '', suffix: '' })).toBe(text.indexOf('grew'))
  expect(positionOf(text, { exact: 'shrank', prefix: '', suffix: '' })).toBeUndefined()
})
