import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { endpoints } from '#contract/endpoint'
import { USUAL, USUAL_PER_NETWORK } from '#contract/limits'

// Cases that must not compile; `npm run check` reports those that do.

const call = { summary: 'A call', path: '/api/things', access: 'signedIn' } as const

test('a table is what it was declared as', () => {
  const table = { save: { ...call, method: 'PUT', limit: USUAL } } as const
  expect(endpoints(table)).toBe(table)
})

endpoints({ read: { ...call, method: 'GET' } })
endpoints({ send: { ...call, method: 'POST', access: 'public', limit: USUAL_PER_NETWORK } })

endpoints({
  // @ts-expect-error a write without a limit
  save: { ...call, method: 'PUT' },
})

endpoints({
  // @ts-expect-error strangers cannot be counted by caller
  send: { ...call, method: 'POST', access: 'public', limit: USUAL },
})

endpoints({
  // @ts-expect-error a call about a learner that does not say what is done with them
  read: { ...call, method: 'GET', path: '/api/learners/{id}/things' },
})

endpoints({
  // @ts-expect-error a parameter of the path that is no id, without a schema
  read: { ...call, method: 'GET', path: '/api/things/{token}' },
})

endpoints({
  read: {
    ...call,
    method: 'GET',
    path: '/api/things/{token}',
    params: z.object({ token: z.string() }),
  },
})
