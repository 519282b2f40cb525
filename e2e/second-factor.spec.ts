import { Secret, TOTP } from 'otpauth'

import { expect, PASSWORD, register, signOut, test } from './site.ts'

// Passkeys require a domain name, not an IP address.
test.use({ baseURL: async ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')) })

test('somebody adds an app and a passkey, and signs in with each; the password alone is not enough', async ({
  page,
  site,
  expectError,
}) => {
  expectError('401 /api/auth/second-factor')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  const email = 'second.factor@example.org'
  await register(page, { firstName: 'Ada', email })
  const { text = '' } = await site.mail.take(email, /Confirm/)
  await page.goto(new URL(/\/verify-email\S+/.exec(text)![0], page.url()).href)
  await expect(page.getByText(/is confirmed/)).toBeVisible()

  const enterPassword = async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await enterPassword()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile')

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await dialog.getByLabel('Code from the app').fill(app.generate())
  await dialog.getByRole('button', { name: 'Add the app' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('This laptop')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove This laptop' })).toBeVisible()

  // With a recovery code, after a wrong one.
  await signOut(page)
  await enterPassword()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('#code-error')).toHaveText(
    'This code is incorrect or has already been used.',
  )
  await page.getByLabel('Code').fill(codes[0]!.toLowerCase())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // With password and passkey.
  await signOut(page)
  await enterPassword()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // With the passkey alone.
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove This laptop' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove This laptop' })).toBeHidden()
  await site.mail.take(email, /How you sign in/)
})
