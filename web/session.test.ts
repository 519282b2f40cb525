import { expect, test } from 'vitest'

import { createSession } from './session.ts'

const sessionWith = (kept: string | null) =>
  createSession(() => ({ getItem: () => kept, setItem: () => {}, removeItem: () => {} }))

test('the user of the last visit comes back', () => {
  const ada = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.org',
    role: 'student',
  }
  expect(sessionWith(JSON.stringify(ada)).lastUser()).toEqual(ada)
})

test.each([
  null,
  '{{{',
  'null',
  '5',
  '"Ada"',
  '[]',
  '{}',
  '{"role":"student"}',
  '{"first_name":{},"last_name":[],"email":"a@example.org","role":"student"}',
])('%s is nobody', (kept) => {
  expect(sessionWith(kept).lastUser()).toBeUndefined()
})
