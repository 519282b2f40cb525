import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

test('a learner registers, completes a real quest with text, a picture and a PDF, and shows it to a stranger', async ({
  page,
  site,
  browser,
}) => {
  const email = 'journey@example.org'
  await register(page, { firstName: 'Grace', email })
  await page.goto(linkIn(await site.mail.take(email, /Confirm/), /verify-email/))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/confirmed/i).first()).toBeVisible()

  await signIn(page, email, { password: PASSWORD })
  await page.getByRole('link', { name: 'Explore New Quests' }).first().click()
  await page.getByLabel('Search quests').fill('dice game fair')
  await expect(page.getByText('1 quest matches')).toBeVisible()
  await page.getByRole('link', { name: /dice game fair/i }).click()
  await page.getByRole('button', { name: 'Start quest' }).click()

  const picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#1f4d4a' },
  })
    .jpeg()
    .toBuffer()
  const tasks = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  const count = await tasks.count()
  expect(count).toBeGreaterThan(2)
  for (let at = 0; at < count; at += 1) {
    const task = tasks.nth(at)
    await task.getByLabel('Your evidence').fill(`What I found out in step ${at + 1}: **a lot**.`)
    if (at === 0) {
      await task
        .locator('input[type=file]')
        .setInputFiles({ name: 'dice.jpg', mimeType: 'image/jpeg', buffer: picture })
      await task.getByLabel('What does the picture show?').fill('Two dice on a green table')
    }
    if (at === 1) {
      await task
        .locator('input[type=file]')
        .setInputFiles({ name: 'table.pdf', mimeType: 'application/pdf', buffer: PDF })
      await expect(task.getByRole('link', { name: 'Open the file' })).toBeVisible()
    }
    await expect(task.getByText('Draft saved')).toBeVisible()
    await task.getByRole('button', { name: 'Submit' }).click()
    await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByText(/Quest completed: \+\d+ XP/)).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByText('1 quest done')).toBeVisible()
  await page.getByRole('link', { name: 'Portfolio' }).click()
  await page.getByRole('button', { name: 'Show on my page' }).last().click()
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Public', { exact: true })).toBeVisible()
  const address = await page.getByRole('link', { name: 'View as a stranger' }).getAttribute('href')

  const stranger = await (await browser.newContext({ baseURL: site.url })).newPage()
  await stranger.goto(address ?? '')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Grace Lovelace')
  const shown = stranger.getByRole('img', { name: 'Two dice on a green table' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  const html = await (await stranger.request.get(address ?? '')).text()
  expect(html).toContain('property="og:title"')

  await page.getByRole('button', { name: 'Take it down' }).click()
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
  expect((await stranger.request.get(address ?? '')).status()).toBe(404)
  await stranger.context().close()
})

test('a draft survives a slow network and a reload', async ({ page }) => {
  await signIn(page, 'child@example.org', { to: '/quests?search=playground' })
  await page.getByRole('link', { name: /playground/i }).click()
  await page.getByRole('button', { name: /(Start|Resume) quest/ }).click()
  const evidence = page.getByLabel('Your evidence').first()
  await evidence.fill('Half a thought about')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Your evidence').first()).toHaveValue('Half a thought about')

  // The second save waits for the first: concurrent saves would conflict like two devices.
  const [asked, answered]: [number[], number[]] = [[], []]
  await page.route(/\/draft$/, async (route) => {
    asked.push(asked.length)
    const reply = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    answered.push(reply.status())
    await route.fulfill({ response: reply })
  })
  await evidence.fill('Half a thought about swings')
  await expect.poll(() => asked.length).toBe(1)
  await evidence.fill('Half a thought about swings and slides')
  await expect.poll(() => answered).toEqual([200, 200])
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute(/\/draft$/)
  await page.reload()
  await expect(evidence).toHaveValue('Half a thought about swings and slides')
})

test('what is written on two devices and without a network is handed in as one, by one call', async ({
  page: phone,
  browser,
  site,
  expectError,
}) => {
  const open = async (page: Page) => {
    await signIn(page, 'child@example.org', { to: '/quests?search=shadow' })
    await page
      .getByRole('main')
      .getByRole('link', { name: /shadow/i })
      .first()
      .click()
  }
  await open(phone)
  await phone.getByRole('button', { name: /(Start|Resume) quest/ }).click()
  const context = await browser.newContext({ baseURL: site.url })
  const laptop = await context.newPage()
  await open(laptop)
  const evidence = (page: Page) => page.getByLabel('Your evidence').first()
  await expect(evidence(laptop)).toBeVisible()

  await evidence(phone).fill('On the phone')
  await expect(phone.getByText('Draft saved')).toBeVisible()
  await evidence(laptop).fill('On the laptop')
  await expect(laptop.getByText('You have also been writing on another device')).toBeVisible()
  await expect(laptop.getByText('Draft saved')).toBeVisible()
  await expect(evidence(laptop)).toHaveValue('On the phone')
  await expect(laptop.getByLabel('Text 2').first()).toHaveValue('On the laptop')
  await context.close()

  // The phone does not know of the laptop's draft: shows it before anything is discarded.
  expectError(/^409 \/api\/tasks\/[^/]+\/submit$/)
  expectError(/^409 \/api\/tasks\/[^/]+\/draft$/)
  await phone.getByRole('button', { name: 'Submit' }).first().click()
  await expect(phone.getByText('Check both versions before you hand in')).toBeVisible()
  await expect(phone.getByLabel('Text 2').first()).toHaveValue('On the laptop')
  await expect(phone.getByText('Draft saved')).toBeVisible()

  expectError(/^net::ERR_INTERNET_DISCONNECTED \/api\/tasks\/[^/]+\/draft$/)
  // Pages that the browser loads ahead in idle moments.
  expectError(/^net::ERR_INTERNET_DISCONNECTED \/assets\//, 'perhaps')
  await phone.context().setOffline(true)
  await phone.getByLabel('Text 2').first().fill('On the laptop, and in the woods')
  await expect(phone.getByText('Saved on this device')).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText('Draft saved')).toBeVisible()
  const calls: string[] = []
  phone.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname.split('/').pop()!)
  })
  await phone.getByRole('button', { name: 'Submit' }).first().click()
  await expect(phone.getByText('Handed in', { exact: true }).first()).toBeVisible()
  await expect(phone.getByText('On the laptop, and in the woods').first()).toBeVisible()
  expect(calls).toEqual(['submit'])
})
