import { expect, signIn, test } from './site.ts'

test('two friends find each other by address, one learns of it at the bell, and blocking ends it', async ({
  page,
  browser,
  expectError,
}) => {
  await signIn(page, 'sofia@example.org')
  const oskar = await (await browser.newContext()).newPage()
  await signIn(oskar, 'oskar@example.org', { to: '/friends' })
  await expect(oskar).toHaveURL(/\/connections$/)
  await expect(oskar.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
  await oskar.getByRole('link', { name: 'Add someone you know' }).click()
  for (const email of ['nobody@example.org', 'sofia@example.org']) {
    await oskar.getByLabel('Email').fill(email)
    await oskar.getByRole('button', { name: 'Send request' }).click()
    await expect(
      oskar.getByRole('region', { name: 'Add someone you know' }).getByRole('status'),
    ).toHaveText(
      'If someone has an account with this address, your request will be waiting for them.',
    )
    await expect(
      oskar.getByRole('button', { name: `Cancel the request to ${email}` }),
    ).toBeVisible()
  }

  // Her page is open and is not reloaded.
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect(bell).toBeVisible({ timeout: 20_000 })
  await bell.press('Enter')
  await page.getByRole('link', { name: 'Oskar L. would like to connect with you' }).press('Enter')
  await expect(page).toHaveURL(/\/connections\/requests$/)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  // A failed optimistic update is rolled back with an error message.
  expectError(/^403 \/api\/community\/friends\/accept\//)
  await page.route('**/api/community/friends/accept/*', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'x', message: 'Not at the moment.' } } }),
  )
  await page.getByRole('button', { name: 'Accept Oskar L.' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Not at the moment.')
  await page.unroute('**/api/community/friends/accept/*')
  await page.getByRole('button', { name: 'Accept Oskar L.' }).click()
  await expect(page.getByText('You have no requests to answer.')).toBeVisible()
  await page.getByRole('tab', { name: 'Friends' }).click()
  await expect(page.getByRole('heading', { name: 'Oskar L.' })).toBeVisible()

  await oskar.goto('/connections')
  await expect(oskar.getByRole('heading', { name: 'Sofia M.' })).toBeVisible()
  await oskar.getByRole('button', { name: 'Block Sofia' }).press('Enter')
  const dialog = oskar.getByRole('dialog', { name: 'Block Sofia?' })
  await dialog.getByRole('button', { name: 'Block' }).press('Enter')
  await expect(oskar.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
  await expect(oskar.getByText('Blocked (1)')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No friends yet' })).toBeVisible()
})

test('a mother is led to a request of her child, allows it, and chooses her letters', async ({
  page,
}) => {
  await signIn(page, 'parent@example.org')
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  await page.getByRole('link', { name: /Noah would like to connect with someone/ }).click()
  const card = page.getByRole('region', { name: 'Connections' })
  await card.getByRole('button', { name: 'Allow Noah to connect with Tomás R.' }).click()
  await expect(
    card.getByRole('button', { name: 'Remove the connection with Tomás R.' }),
  ).toBeVisible()

  await page.goto('/profile')
  const plan = page.getByRole('group', { name: 'The plan' })
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PATCH')
  const planSaved = saved()
  await plan.getByLabel('By email').selectOption('Once a week')
  await planSaved
  const newsSaved = saved()
  await page.getByLabel('Email me about new notifications').uncheck()
  await newsSaved
  await page.reload()
  await expect(page.getByLabel('Email me about new notifications')).not.toBeChecked()
  await page.getByLabel('Email me about new notifications').check()
  await expect(plan.getByLabel('By email')).toHaveValue('weekly')
})
