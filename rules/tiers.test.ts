import { expect, test } from 'vitest'

import { tierFrom } from './tiers.ts'

test('without anything given, a person is on the free tier', () => {
  expect(tierFrom([])).toBe('free')
})

test('what an admin gave counts before the agreement, and that before what is paid for', () => {
  const paid = { source: 'payment', tier: 'creator' } as const
  const signed = { source: 'agreement', tier: 'enterprise' } as const
  const set = { source: 'admin', tier: 'free' } as const
  expect(tierFrom([paid])).toBe('creator')
  expect(tierFrom([paid, signed])).toBe('enterprise')
  expect(tierFrom([paid, signed, set])).toBe('free')
})
