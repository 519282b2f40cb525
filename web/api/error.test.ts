import { expect, test } from 'vitest'

import { ApiError, messageOf } from './error.ts'

test('what is gone is said in words for people; a message of its own stays', () => {
  const gone = new ApiError({ status: 404, code: 'not_found', message: 'Not found.' })
  expect(messageOf(gone)).toBe('This is no longer here, or no longer open to you.')
  const own = new ApiError({ status: 404, code: 'not_found', message: 'This code is unknown.' })
  expect(messageOf(own)).toBe('This code is unknown.')
})
