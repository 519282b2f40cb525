import { expect, test } from 'vitest'

import { credentialsFor } from './credentials.ts'

test.each([
  ['', 'same-origin'],
  ['https://api.school.example', 'include'],
  ['http://localhost:4000', 'include'],
  ['https://lodestar.up.railway.app', 'omit'],
  ['https://lodestar.onrender.com/', 'omit'],
  ['https://railway.app.school.example', 'include'],
  ['https://notvercel.app', 'include'],
])('calls to %j send credentials: %s', (base, credentials) => {
  expect(credentialsFor(base)).toBe(credentials)
})
