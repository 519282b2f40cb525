import type { Page } from '@playwright/test'

import { expect, PASSWORD, register, signIn, signOut, test } from './site.ts'

const SECRET = 'What only I know about the heron'

/** Types a draft into the first task of a quest. */
const typeDraft = async (page: Page, text = SECRET) => {
  await page.goto('/quests?search=dice')
  await page.getByRole('link', { name: /dice game fair/i }).click()
  const start = page.getByRole('button', { name: 'Start quest' })
  const evidence = page.getByLabel('Your evidence').first()
  await expect(start.or(evidence)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await evidence.fill(text)
}

/** All data stored by the browser, by key, readable by anyone at this computer. */
const keptIn = (page: Page) =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage }) as Record<string, string>)

const csrfOf = async (page: Page) => {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
}

/** A transparent PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const draftsKept = async (page: Page) =>
  Object.entries(await keptIn(page)).filter(([, value]) => value.includes(SECRET))

test('what was typed a moment before signing out is with its owner, and no longer in the browser', async ({
  page,
}) => {
  await signIn(page, 'student@example.org')
  await typeDraft(page)
  expect(await draftsKept(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(Object.keys(await keptIn(page)).filter((key) => /draft|user|token/.test(key))).toEqual([])
  expect(await draftsKept(page)).toEqual([])

  await signIn(page, 'student@example.org', { to: '/quests?search=dice' })
  await page.getByRole('link', { name: /dice game fair/i }).click()
  await expect(page.getByLabel('Your evidence').first()).toHaveValue(SECRET)
})

test('a file that was opened by itself is not shown to the next person who goes back', async ({
  page,
  expectError,
}) => {
  await signIn(page, 'student@example.org')
  const token = await page.evaluate(() => localStorage.getItem('app_access_token'))
  const uploaded = await page.request.post('/api/uploads', {
    headers: { authorization: `Bearer ${token}`, 'x-csrf-token': await csrfOf(page) },
    multipart: { file: { name: 'heron.txt', mimeType: 'image/png', buffer: PIXEL } },
  })
  const { url } = (await uploaded.json()) as { url: string }
  await page.goto(url)
  await expect(page.locator('img')).toBeVisible()
  await page.goto('/dashboard')
  await signOut(page)
  expectError(`404 ${url}`)
  expectError('404 /favicon.ico', 'perhaps')
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(url)),
    page.goBack(),
  ])
  expect(again.status()).toBe(404)
  await expect(page.locator('img')).toHaveCount(0)
})

test('whose account was made here is not read by the next person who goes back', async ({
  page,
}) => {
  await register(page, { firstName: 'Zelda', email: 'zelda@example.org' })
  await expect(page.getByText('zelda@example.org')).toBeVisible()
  await signIn(page, 'student@example.org')
  await signOut(page)
  while (!page.url().endsWith('/email-verification')) await page.goBack()
  await expect(page.getByText('Which address do you want to confirm?')).toBeVisible()
  await expect(page.getByText('zelda@example.org')).toHaveCount(0)
})

test('a draft that one tab could not send is not sent for the person who signs in in another', async ({
  page: first,
  context,
}) => {
  await signIn(first, 'student@example.org')
  const second = await context.newPage()
  const sent: { as: string | undefined; body: string | null }[] = []
  let isAway = false
  await second.route(/\/api\//, (route) => {
    const request = route.request()
    if (isAway && request.method() !== 'GET') return route.abort()
    if (request.method() !== 'GET') {
      sent.push({ as: request.headers().authorization, body: request.postData() })
    }
    return route.continue()
  })
  await typeDraft(second, `${SECRET}, by the pond`)
  await expect(second.getByText('Draft saved')).toBeVisible()
  isAway = true
  sent.length = 0
  await second.getByLabel('Your evidence').first().fill(`${SECRET}, and more`)
  await expect(second.getByText(/Saved on this device/)).toBeVisible()

  await first.getByRole('button', { name: 'Logout' }).click()
  await expect(first.getByText('Logged out successfully')).toBeVisible()
  await expect(second).toHaveURL(/\/login$/)
  await signIn(first, 'parent@example.org')
  isAway = false
  await second.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(second).toHaveURL(/\/dashboard$/)
  await expect(second.getByRole('heading', { name: 'Hello, Maya' })).toHaveCount(0)
  expect(sent.filter(({ body }) => body?.includes('heron'))).toEqual([])
  expect(await draftsKept(first)).toEqual([])
})

test('tabs follow each other: signing out, and changing person, show in all of them at once', async ({
  page: first,
  context,
  expectError,
}) => {
  // Requests in flight when the session ended.
  expectError(/^401 \/api\//, 'perhaps')
  const second = await context.newPage()
  await second.goto('/login')
  await signIn(first, 'student@example.org')
  await expect(second).toHaveURL(/\/dashboard$/)
  await expect(second.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()

  // Another person signs in without a sign-out, for example in a tab opened as a visitor.
  await first.evaluate(async () => {
    const body = JSON.stringify({ email: 'advisor@example.org', password: 'Lodestar-sample-1!' })
    const csrf = /csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    })
    const reply = await answer.json()
    localStorage.setItem('user', JSON.stringify(reply.user))
    localStorage.setItem('app_access_token', reply.app_access_token)
    localStorage.setItem('app_refresh_token', reply.app_refresh_token)
  })
  await expect(second.getByRole('heading', { name: 'Hello, Maya' })).toHaveCount(0)
  await expect(second.getByRole('heading', { name: /^Hello, / })).toBeVisible()

  await second.getByRole('button', { name: 'Logout' }).click()
  await expect(first).toHaveURL(/\/login$/)
})

test('a session that ends by itself leaves nothing readable behind', async ({
  page,
  expectError,
}) => {
  // Requests that the page was about to send when its session ended.
  expectError(/^401 \/api\/(tasks\/.*\/draft|settings)$/)
  expectError('401 /api/auth/refresh')
  await signIn(page, 'student@example.org')
  await typeDraft(page)
  await expect(page.getByText('Draft saved')).toBeVisible()
  // As if revoked elsewhere: both tokens are rejected.
  await page.route(/\/api\//, (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByLabel('Your evidence').first().fill(`${SECRET}!`)
  await expect(page).toHaveURL(/\/login$/)
  expect(Object.keys(await keptIn(page)).filter((key) => /draft|user|token/.test(key))).toEqual([])
  expect(await draftsKept(page)).toEqual([])
})

test('a sign-out that the server refuses does not look like one that it took', async ({
  page,
  expectError,
}) => {
  expectError('500 /api/auth/logout')
  await signIn(page, 'student@example.org')
  await page.route(/\/api\/auth\/logout/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText(/You are still signed in/)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.unroute(/\/api\/auth\/logout/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('an answer to a sign-in that is no session is an error, and stores nothing', async ({
  page,
}) => {
  await page.route(/\/api\/auth\/login/, (route) => route.fulfill({ status: 200, json: {} }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('student@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText(
    'Login failed. Please try again.',
  )
  expect(Object.keys(await keptIn(page)).filter((key) => /user|token/.test(key))).toEqual([])
})

test('a profile that is refused is asked for twice; then it is the person who tries again', async ({
  page,
  expectError,
}) => {
  expectError('404 /api/auth/me')
  await signIn(page, 'student@example.org')
  let asked = 0
  let isRefused = true
  await page.route(/\/api\/auth\/me/, (route) => {
    asked += 1
    return isRefused ? route.fulfill({ status: 404, json: {} }) : route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to Home' })).toBeVisible()
  // Long enough to reveal a loop without a delay.
  await page.waitForTimeout(2000)
  expect(asked).toBe(2)
  isRefused = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
})

test('a renewal that is refused for now makes no loop either', async ({ page, expectError }) => {
  expectError('401 /api/auth/me')
  expectError('429 /api/auth/refresh')
  await signIn(page, 'student@example.org')
  let calls = 0
  await page.route(/\/api\/auth\/(me|refresh)/, (route) => {
    calls += 1
    const status = route.request().url().endsWith('me') ? 401 : 429
    return route.fulfill({ status, json: {} })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await page.waitForTimeout(2000)
  // Two of each; a part of the page that loads meanwhile may ask once more.
  expect(calls).toBeLessThanOrEqual(6)
})

test('a registration that is answered with a session leads to the dashboard, signed in', async ({
  page,
  expectError,
}) => {
  expectError('500 /api/dashboard')
  const user = {
    id: '6f1c2b34-0000-4000-8000-000000000001',
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.org',
    role: 'student',
    subscription_tier: 'free',
    created_at: new Date().toISOString(),
  }
  await page.route(/\/api\/auth\/register/, (route) =>
    route.fulfill({
      status: 201,
      json: {
        user,
        session: { authenticated: true },
        message: '',
        email_verification_required: false,
      },
    }),
  )
  await page.route(/\/api\/auth\/me/, (route) => route.fulfill({ json: user }))
  await page.route(/\/api\/dashboard/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/register')
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email', { exact: true }).fill('grace@example.org')
  await page.getByLabel('Date of birth').fill('1990-05-04')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  const asked = page.waitForEvent('console', (message) => message.text().includes('status of 500'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await asked
  await expect(page.getByRole('banner').getByRole('link', { name: /Grace Hopper/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: /Grace Hopper/ })).toBeVisible()
})
