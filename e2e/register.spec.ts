import type { Page } from '@playwright/test'

import { expect, PASSWORD, test } from './site.ts'

const fill = async (page: Page) => {
  await page.getByLabel('First name').fill('Kit')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email', { exact: true }).fill('kit@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
}

/** Submits the form to a stub server, and returns the request body. */
const sent = async (page: Page): Promise<Record<string, unknown>> => {
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 409, json: {} }))
  const request = page.waitForRequest('**/api/auth/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('#content').getByRole('alert')).toHaveText('Registration failed')
  return (await request).postDataJSON()
}

test('what a child typed before the birthday said so is not sent', async ({
  page,
  expectError,
}) => {
  expectError('409 /api/auth/register')
  await page.goto('/register')
  await fill(page)
  await page.getByLabel('Phone number').fill('+44 20 7946 0000')
  await page.getByLabel('City').fill('London')
  await page.getByLabel('Country').selectOption('United Kingdom')
  await page.getByLabel('Date of birth').fill('2017-03-02')
  await page.getByLabel('Parent/guardian email').fill('parent@example.org')
  await expect(page.getByLabel('Phone number')).toHaveCount(0)
  const body = await sent(page)
  expect(body).toMatchObject({ parent_email: 'parent@example.org', date_of_birth: '2017-03-02' })
  for (const name of ['phone_number', 'address_line1', 'city', 'country']) {
    expect(body).not.toHaveProperty(name)
  }
})

test('a guardian’s address is not sent of somebody who needs none, be it an address or not', async ({
  page,
  expectError,
}) => {
  expectError('409 /api/auth/register')
  await page.goto('/register')
  await page.getByLabel('Date of birth').fill('2017-03-02')
  await page.getByLabel('Parent/guardian email').fill('not an address')
  await page.getByLabel('Date of birth').fill('1990-03-02')
  await fill(page)
  await page.getByLabel('Phone number').fill('+44 20 7946 0000')
  const body = await sent(page)
  expect(body).toMatchObject({ phone_number: '+44 20 7946 0000' })
  expect(body).not.toHaveProperty('parent_email')
})
