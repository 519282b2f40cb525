import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, SAMPLE_PASSWORD, signIn, test } from './site.ts'

test('a wrong password is said in a red box above the form, which takes the focus', async ({
  page,
  expectError,
}) => {
  expectError('401 /api/auth/login')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill('student@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText(
    'The email or password is incorrect.',
  )
})

test('the login form says what is missing, word for word', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Password must be at least 6 characters', { exact: true }),
  ).toBeVisible()
})

test('a child waits for a guardian, whose page does not open where the child is signed in', async ({
  page,
  site,
  expectError,
}) => {
  expectError(/^403 \/api\/consent\//)
  const [child, guardian] = ['kid@example.org', 'kids-parent@example.org']
  await register(page, { firstName: 'Kit', email: child, dateOfBirth: '2017-03-02', guardian })
  await page.goto('/login')
  await page.getByLabel('Email').fill(child)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Almost there/ })).toBeVisible()
  await page.goto(linkIn(await site.mail.take(guardian, /consent/), /\/consent\//))
  await expect(page.getByText(/Kit, this page is for your parent or guardian/)).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveCount(0)
})

test('a forgotten password is replaced by mail, and the old one no longer works', async ({
  page,
  site,
}) => {
  const email = 'forgetful@example.org'
  await register(page, { firstName: 'Fay', email })
  await page.goto(linkIn(await site.mail.take(email, /Confirm/), /verify-email/))
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
  await page.goto(linkIn(await site.mail.take(email, /new password/), /reset-password/))
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('Password', { exact: true }).fill('Another-w0rd-here!')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText(/password has been changed/i).first()).toBeVisible()
  await signIn(page, email, { password: 'Another-w0rd-here!' })
})

test('logging out leads to the landing page, and private pages ask to sign in', async ({
  page,
}) => {
  // A parent's dashboard has pictures of work, which could still be on their way.
  await signIn(page, 'student@example.org')
  await page.getByRole('button', { name: 'Logout' }).click()
  // Checked first: the toast disappears after two seconds.
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

test('a mailed link opens its page once its reader has signed in', async ({ page }) => {
  await page.goto('/quests?pillar=creativity')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('student@example.org')
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/quests\?pillar=creativity$/)
})

test('a visitor with stale tokens stays on public pages', async ({ page, expectError }) => {
  expectError('401 /api/auth/me')
  expectError('401 /api/auth/refresh')
  await page.addInitScript(() => {
    localStorage.setItem('app_access_token', 'stale')
    localStorage.setItem('app_refresh_token', 'stale')
  })
  for (const path of ['/', '/login', '/register', '/terms', '/privacy', '/demo', '/consultation']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test.describe('while the server is away', () => {
  test('a page says so, and comes by itself when the server is back', async ({
    page,
    expectError,
  }) => {
    expectError('503 /api/settings')
    expectError('503 /api/auth/me')
    // Requested as soon as the page's script is there: before or after the page says that it tries again.
    expectError('503 /api/dashboard', 'perhaps')
    expectError('503 /api/notifications/unread', 'perhaps')
    await signIn(page, 'student@example.org')
    let isAway = true
    await page.route(/\/api\//, (route) =>
      isAway ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.goto('/dashboard')
    await expect(page.getByText('Trying again')).toBeVisible()
    isAway = false
    await expect(page.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
  })
})
