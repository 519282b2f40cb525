import type { Page } from '@playwright/test'

import { expect, signIn, test } from './site.ts'

const chosen = (page: Page) =>
  page.getByRole('region', { name: 'On your page' }).getByRole('heading', { level: 3 })

test('a learner orders the page by drag and by buttons, and each piece has its own audience', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'student@example.org')
  // Tall enough to drag without scrolling.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.goto('/portfolio')
  await expect(chosen(page).first()).toBeVisible()
  const [first = '', second = '', third = ''] = await chosen(page).allTextContents()

  const handles = page.getByTitle('Drag to reorder')
  await handles.nth(2).dragTo(handles.nth(0))
  await expect(chosen(page).first()).toHaveText(third)
  await page.getByRole('button', { name: `Move “${third}” down` }).press('Enter')
  await expect(chosen(page).first()).toHaveText(first)
  await page.reload()
  await expect
    .poll(async () => (await chosen(page).allTextContents()).slice(0, 3))
    .toEqual([first, third, second])

  await page.getByLabel('Who can see it').first().selectOption('Anyone with a link')
  await expect(page.getByText('Shown to: Anyone with a link')).toBeVisible()
  await page.getByLabel('Who it is for').fill('Grandma')
  await page.getByRole('button', { name: 'Create a link' }).click()
  const url = await page.getByText(/\/portfolio\/link\//).textContent()

  const context = await browser.newContext({ baseURL: site.url })
  const stranger = await context.newPage()
  await stranger.goto('/portfolio/maya-l')
  await expect(stranger.getByRole('heading', { name: third })).toBeVisible()
  await expect(stranger.getByRole('heading', { name: first })).toHaveCount(0)
  await stranger.goto(url ?? '')
  await expect(stranger.getByRole('heading', { name: first })).toBeVisible()
  const pictures = stranger.getByRole('article').getByRole('img')
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  // The visit is counted after the page is there.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/opened once/)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await page.getByRole('button', { name: 'Turn off the link for Grandma' }).click()
  await expect(page.getByText(/\/portfolio\/link\//)).toHaveCount(0)
  await stranger.reload()
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'Portfolio not found' }),
  ).toHaveCount(1)
  await context.close()
})

test('the preview shows the page through other eyes, though it is not published', async ({
  page,
}) => {
  await signIn(page, 'child@example.org', { to: '/portfolio' })
  await page.getByRole('button', { name: 'Show on my page' }).first().click()
  await expect(chosen(page)).toHaveCount(1)
  const [title = ''] = await chosen(page).allTextContents()
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('No work is shown on this page yet.')).toBeVisible()
  await page.getByLabel('Seen by').selectOption('Your family')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})
