import { expect, test } from 'vitest'

import { verifyPassword } from './passwords.ts'

test('a burst from one network is refused in part, and leaves another network its turn', async () => {
  // All at once: one is being hashed, 200 wait, and the rest are refused.
  const burst = Array.from({ length: 320 }, () => verifyPassword('wrong', null, '2001:db8::/64'))
  const outcomes = Promise.allSettled(burst.slice(201))
  // Waiting calls are not awaited here.
  for (const waiting of burst) waiting.catch(() => undefined)
  expect(await verifyPassword('wrong', null, '192.0.2.1')).toBe(false)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(100)
})
