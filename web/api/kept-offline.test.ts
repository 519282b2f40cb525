import { expect, test } from 'vitest'

import { isKeptOffline } from './kept-offline.ts'

test('a device keeps a learner’s pages for the learner, not for an admin who sees the site as that learner', () => {
  expect(isKeptOffline('progress', { role: 'student' })).toBe(true)
  expect(isKeptOffline('messages', { role: 'student' })).toBe(false)
  expect(isKeptOffline('progress', { role: 'parent' })).toBe(false)
  expect(isKeptOffline('progress', undefined)).toBe(false)
  const acting = { admin: 'Rosa Delgado', ends_at: '2026-11-26T12:00:00.000Z' }
  expect(isKeptOffline('progress', { role: 'student', acting })).toBe(false)
})
