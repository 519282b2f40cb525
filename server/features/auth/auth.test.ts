import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { profile } from '#contract/profile'
import { registration, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const form = { ...registration(), email: 'ada@example.org' }

test('a new account is unverified and sees only its own status until the address is confirmed', async () => {
  const ada = await app.person({ verified: false })
  expect(await ada.call(auth).me()).toMatchObject({ email_verified: false, status: 'active' })
  await expect(ada.call(profile).getProfile()).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
  })
})

test('an address can have one account, whatever its case', async () => {
  const { call } = app.anyone
  await call(auth).register({ body: form })
  await expect(
    call(auth).register({ body: { ...form, email: 'ADA@Example.org' } }),
  ).rejects.toMatchObject({ status: 409, fields: { email: expect.any(String) } })
})
