import { afterAll, beforeAll, expect, test } from 'vitest'

import { accounts } from '#contract/accounts'
import { startApp } from '#testing/start-app'
import type { TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const form = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  date_of_birth: '2000-01-01',
  password: 'Str0ng-enough!',
  confirmPassword: 'Str0ng-enough!',
  acceptedLegalTerms: true as const,
}

test('a new account is unverified and sees only its own status until the address is confirmed', async () => {
  const ada = await app.person({ verified: false })
  expect(await ada.call(accounts).me()).toMatchObject({ email_verified: false, status: 'active' })
  await expect(ada.call(accounts).getProfile()).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
  })
})

test('an address can have one account, whatever its case', async () => {
  const { call } = app.anyone
  await call(accounts).register({ body: form })
  await expect(
    call(accounts).register({ body: { ...form, email: 'ADA@Example.org' } }),
  ).rejects.toMatchObject({ status: 409, fields: { email: expect.any(String) } })
})
