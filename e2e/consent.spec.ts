import { linkIn } from '#testing/mail-sink'
import { PDF } from '#testing/sample-files'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

test('a mother agrees by mail, signs a form, and withdraws: the child learns, publishes, and is stopped', async ({
  page,
  site,
  browser,
  expectError,
}) => {
  test.setTimeout(120_000)
  const [kid, mum] = ['consent-kid@example.net', 'consent-mum@example.net']
  const elsewhere = async () => (await browser.newContext()).newPage()

  await register(page, { firstName: 'Juno', email: kid, dateOfBirth: '2016-03-04', guardian: mum })
  await page.goto(linkIn(await site.mail.take(kid, /confirm/i), /verify-email/))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await signIn(page, kid, { password: PASSWORD })
  await expect(page.getByText(`We have written to ${mum}`)).toBeVisible()

  const request = linkIn(await site.mail.take(mum, /would like to use/), /\/consent\//)
  const mother = await elsewhere()
  await mother.goto(request)
  await expect(mother.getByRole('heading', { name: 'Your consent for Juno' })).toBeVisible()
  await expect(mother.getByRole('heading', { name: 'Who can see it' })).toBeVisible()
  await mother.getByRole('checkbox', { name: /Publishing chosen work/ }).check()
  await mother.getByLabel('Your name').fill('Ada Lovelace')
  await mother.getByRole('button', { name: 'I am Juno’s parent or guardian, and I agree' }).click()
  const { text = '' } = await site.mail.take(mum, /confirmation code/)
  await mother.getByLabel('Code').fill(/code is (\d{6})/.exec(text)?.[1] ?? '')
  await mother.getByRole('button', { name: 'Confirm' }).click()
  await expect(mother.getByText('Thank you. The account is open.')).toBeVisible()
  const withdrawal = linkIn(await site.mail.take(mum, /You have agreed/), /withdraw-consent/)

  await page.getByRole('button', { name: 'They have agreed' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Juno')
  await page.goto('/quests?max_hours=3')
  await page.getByRole('main').getByRole('link', { name: /XP/ }).first().click()
  await page.getByRole('button', { name: 'Start quest' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Tasks' })).toBeVisible()
  await page.goto('/portfolio')
  await expect(page.getByText(/guardian/).first()).toBeVisible()

  await register(mother, {
    firstName: 'Ada',
    email: mum,
    isParent: true,
    dateOfBirth: '1985-04-02',
  })
  await mother.goto(linkIn(await site.mail.take(mum, /confirm/i), /verify-email/))
  await expect(mother.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await signIn(mother, mum, { password: PASSWORD })
  await mother.goto('/parent/dashboard')
  await mother.getByRole('link', { name: /Juno/ }).click()
  await mother.getByRole('link', { name: 'What you have agreed to' }).click()
  await expect(mother.getByText('Signature or call missing')).toBeVisible()
  await mother.getByRole('checkbox', { name: 'Connections and messages' }).uncheck()
  await mother.getByRole('button', { name: 'Create a form' }).click()
  await mother.getByRole('link', { name: 'Open the page to print' }).click()
  await expect(mother.getByText('Reference code')).toBeVisible()
  await mother.getByRole('link', { name: 'What you have agreed to' }).click()
  await mother
    .getByLabel('Send a photo or PDF of it')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(mother.getByText('Your form is being checked')).toBeVisible()

  const admin = await elsewhere()
  await signIn(admin, 'admin@example.org', { to: '/admin' })
  await admin.getByRole('navigation', { name: 'Administration' }).getByText('Consent forms').click()
  const form = admin.getByRole('listitem').filter({ hasText: 'Juno Lovelace' }).first()
  await expect(form.getByText('It must include')).toBeVisible()
  await form.getByRole('button', { name: 'Confirm the form for Juno Lovelace' }).click()
  await expect(form).toHaveCount(0)
  await admin.context().close()

  await page.reload()
  await page.getByRole('button', { name: 'Publish' }).click()
  const address = page.getByRole('link', { name: 'View as a stranger' })
  await expect(address).toBeVisible()
  const shown = (await address.getAttribute('href')) ?? ''
  const stranger = await elsewhere()
  await stranger.goto(shown)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Juno L.')

  // Opening the emailed link changes nothing; withdrawal takes a second step.
  await mother.goto(withdrawal)
  await mother.getByRole('checkbox', { name: 'Using the account' }).check()
  await mother.getByRole('button', { name: 'Continue' }).click()
  await expect(mother.getByText(/closes for everyone, including Juno/)).toBeVisible()
  expect((await stranger.reload())?.status()).toBe(200)
  await mother.getByRole('button', { name: 'Withdraw' }).click()
  await expect(mother.getByText('The account is closed')).toBeVisible()
  await site.mail.take(mum, /withdrawn consent/)

  expect((await stranger.reload())?.status()).toBe(404)
  await stranger.context().close()
  // Her page is notified immediately, refetches, and ends.
  expectError(/^401 \/api\/(auth\/(me|refresh)|notifications\/unread)$/)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, kid, { password: PASSWORD })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is closed')
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
  // On the child's own device, the link only shows an explanation.
  expectError(/^403 \/api\/consent\//)
  await page.goto(request)
  await expect(page.getByText(/Juno, this page is for your parent/)).toBeVisible()

  await mother.goto('/parent/dashboard')
  await expect(mother.getByText('Closed')).toBeVisible()
  await mother.getByRole('link', { name: /Juno/ }).click()
  await mother.getByRole('button', { name: 'Agree: Using the account' }).click()
  await expect(mother.getByText('The account is closed')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Juno')
  await mother.context().close()
})
