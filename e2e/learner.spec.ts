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
      await expect(task.getByRole('link', { name: 'Look at the file' })).toBeVisible()
    }
    await expect(task.getByText('Draft saved')).toBeVisible()
    await task.getByRole('button', { name: 'Submit' }).click()
    await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByText(/Quest completed: \+\d+ XP/)).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByText('1 quest done')).toBeVisible()
  await page.getByRole('link', { name: 'Your portfolio' }).click()
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

  // The second save waits for the first: to the server, two at once would be two devices.
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
