import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { linkIn, type MailSink } from '#testing/mail-sink'
import { readZip } from '#testing/read-zip'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

const newcomer = async (page: Page, mail: MailSink, email: string) => {
  await register(page, { firstName: 'Ida', email })
  await page.goto(linkIn(await mail.take(email), /\/verify-email/))
  await expect(page.getByText(/confirmed/i).first()).toBeVisible()
  await signIn(page, email, { password: PASSWORD })
}

test('a person chooses a picture, fetches all own data, closes the account and keeps it after all', async ({
  page,
  site,
  expectError,
}) => {
  expectError('400 /api/profile')
  const email = 'ida@example.org'
  await newcomer(page, site.mail, email)
  await page.goto('/profile')
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#b5532a' },
  })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  const shown = page.getByRole('main').locator('img').first()
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([256, 256])

  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: /Download the data for/ })
  await expect(link).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const zip = readZip(await readFile(await download.path()))
  expect([...zip.keys()]).toEqual(expect.arrayContaining(['data.json', 'index.html']))

  await page
    .getByLabel('Export ZIP')
    .setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no ZIP') })
  await expect(page.getByRole('alert')).toContainText('not a Lodestar export')
  await page.getByLabel('Export ZIP').setInputFiles(await download.path())
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Earlier work' })).toBeVisible()
  await expect(page.getByText('has not been reviewed here')).toBeVisible()
  await page.getByRole('button', { name: 'Remove this work' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL('/profile')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your email address').fill('somebody@example.org')
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(
    dialog.getByText('This is not the email address of your account.').first(),
  ).toBeVisible()
  await dialog.getByLabel('Your email address').fill(email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Goodbye, Ida?' })).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ida' })).toBeVisible()
})

test('a large file goes up in parts, and goes on where a broken connection stopped it', async ({
  page,
  site,
  expectError,
}) => {
  expectError(/^net::ERR_CONNECTION_RESET \/api\/uploads\/resumable\//)
  await newcomer(page, site.mail, 'parts@example.org')
  await page.goto('/quests?search=stream+doctor')
  await page.getByRole('link', { name: /Stream doctor/i }).click()
  await page.getByRole('button', { name: 'Start quest' }).click()
  const task = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
  const song = Buffer.alloc(12 * 2 ** 20)
  song.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')

  const sent: string[] = []
  let isCut = true
  await page.route('**/api/uploads/resumable/*', (route) => {
    const request = route.request()
    const offset = request.headers()['upload-offset'] ?? ''
    sent.push(`${request.method()} ${offset}`)
    return isCut && request.method() === 'PATCH' && offset !== '0'
      ? route.abort('connectionreset')
      : route.continue()
  })
  await task
    .locator('input[type=file]')
    .setInputFiles({ name: 'stream.wav', mimeType: 'audio/wav', buffer: song })
  await expect(task.getByText(/connection was lost/i)).toBeVisible({ timeout: 90_000 })
  isCut = false
  sent.length = 0
  await task.getByRole('button', { name: 'Retry' }).click()
  await expect(task.getByRole('link', { name: 'Open the file' })).toBeVisible({
    timeout: 90_000,
  })
  expect(sent[0]).toBe('HEAD ')
  expect(sent).not.toContain('PATCH 0')
})

test('a child chooses a drawn picture, and is offered no upload', async ({ page }) => {
  await signIn(page, 'child@example.org', { to: '/profile' })
  await page.getByRole('button', { name: 'A whale' }).click()
  await expect(
    page.getByRole('banner').locator('img[src*="/api/files/"], img[src^="blob:"]'),
  ).toBeVisible()
  await expect(page.getByText('Choose a picture', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('banner').getByText('NL')).toBeVisible()
})
