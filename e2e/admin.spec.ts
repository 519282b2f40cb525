import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

test('an admin finds somebody, sees the site as they do, changes their role, suspends them, and finds it all on record', async ({
  page,
  site,
  browser,
  expectError,
}) => {
  const email = 'admin-wanda@example.net'
  const wanda = await (await browser.newContext()).newPage()
  await register(wanda, { firstName: 'Wanda', email, dateOfBirth: '1999-03-04' })
  await wanda.goto(linkIn(await site.mail.take(email, /confirm/i), /verify-email/))
  await expect(wanda.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await signIn(wanda, email, { password: PASSWORD })

  await signIn(page, 'admin@example.org', { to: '/admin' })
  const sections = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await sections.getByRole('link', { name: 'People' }).click()
  await page
    .getByRole('searchbox', { name: 'Search people by name or email address' })
    .fill('wand lovel')
  await expect(page.getByText('1 person matches')).toBeVisible()
  await page.getByRole('link', { name: 'Wanda Lovelace' }).click()

  await page.getByRole('button', { name: 'Sign in as Wanda' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('She cannot find her credits')
  await dialog.getByRole('button', { name: 'Sign in as Wanda' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Wanda/)
  const bar = page.getByRole('complementary', { name: 'Signed in as someone else' })
  await expect(bar).toContainText('Rosa Delgado, you see this as Wanda Lovelace')
  // Data that is private, or would count as hers, is refused: the page shows an error or omits it.
  expectError(/^403 \/api\//, 'perhaps')
  // On its way while the session of the other person ends.
  expectError('401 /api/notifications/unread', 'perhaps')
  await page.goto('/credits')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('This stays private').first()).toBeVisible()
  await bar.getByRole('button', { name: 'Return to your own account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wanda Lovelace' })).toBeVisible()
  await expect(bar).toHaveCount(0)

  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Observer' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The change has been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByLabel('Reason').fill('Somebody else has her password')
  await dialog.getByRole('button', { name: 'Suspend Wanda' }).click()
  await expect(page.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()
  await expect(wanda).toHaveURL(/\/login$/)

  expectError(/^409 \/api\/admin\/users\//)
  await page.goto('/admin/people?search=rosa+delgado')
  await page.getByRole('main').getByRole('link', { name: 'Rosa Delgado' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible()
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Parent' })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(page.getByRole('alert')).toContainText('You’re the only admin')

  await sections.getByRole('link', { name: 'Audit log' }).click()
  for (const line of [
    'Person suspended by Rosa Delgado for Wanda Lovelace',
    'Role changed by Rosa Delgado for Wanda Lovelace',
    'Signed in as by Rosa Delgado for Wanda Lovelace',
  ]) {
    await expect(page.getByText(line)).toBeVisible()
  }
  await wanda.context().close()
})
