import { readFile } from 'node:fs/promises'

import { expect, signIn, test } from './site.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a mother adds a telephone’s photograph and a note to her child’s task; the child keeps one and hands it in', async ({
  page,
  browser,
  expectError,
}) => {
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await page.getByRole('link', { name: 'Noah Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noah')
  await expect(page.getByText('Added by parent').first()).toBeVisible()

  await page
    .getByRole('button', { name: /^Add a photo or a note/ })
    .first()
    .click()
  const form = page.locator('form').filter({ hasText: 'Which task is it for?' })
  const task = await form
    .getByLabel('Which task is it for?')
    .locator('option:checked')
    .textContent()
  const buffer = await readFile('testing/photographs/berlin.heic')
  await form
    .getByLabel('Choose photos or files')
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
  await form.getByLabel('What it shows').fill('In the kitchen')
  await form.getByLabel('A note').fill('It held the whole sugar bowl.')

  // The network drops.
  expectError(/^net::ERR_FAILED \/api\/parent\/evidence\//)
  await page.route('**/api/parent/evidence/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await form.getByRole('button', { name: 'Add to the work' }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await expect(form.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/parent/evidence/*')
  await expect(form.getByLabel('What it shows')).toHaveValue('In the kitchen')
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByText('2 pieces added')).toBeVisible()
  const added = page.getByRole('region', { name: 'Added by you' })
  await expect(added.getByText('It held the whole sugar bowl.')).toBeVisible()
  await expect(added.getByRole('img', { name: 'In the kitchen' })).toBeVisible()

  const child = await (await browser.newContext()).newPage()
  await signIn(child, 'child@example.org')
  const forChild = child.getByRole('region', { name: 'Added for you' })
  await expect(forChild.getByText(`Ingrid added something to ${task}`).first()).toBeVisible()
  await forChild.getByRole('link', { name: task! }).first().click()
  const card = child
    .getByRole('listitem')
    .filter({ has: child.getByRole('heading', { level: 3, name: task! }) })
  const title = card.getByRole('button', { name: task!, exact: true })
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click()
  const piece = card.getByRole('listitem').filter({ hasText: 'Added by Ingrid' })
  await expect(piece).toHaveCount(2)
  await piece.filter({ hasText: 'sugar bowl' }).getByRole('button', { name: 'Remove' }).click()
  await expect(piece).toHaveCount(1)
  await card.getByLabel('Your evidence').fill('I built it out of two sheets.')
  await card.getByRole('button', { name: 'Submit' }).click()
  await expect(card.getByText('Handed in', { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Added by parent')).toBeVisible()
  await child.context().close()

  await page.reload()
  const feed = page.getByRole('region', { name: 'Work handed in' })
  await expect(feed.getByText('I built it out of two sheets.')).toBeVisible()
  await expect(feed.getByRole('img', { name: 'In the kitchen' })).toBeVisible()
  await expect(feed.getByText('sugar bowl')).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page).toHaveURL(/month=/)
})

test('a mother stops the weekly email under Profile', async ({ page }) => {
  await signIn(page, 'parent@example.org', { to: '/profile' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('radio', { name: /Never/ }).check()
  await saved
  await page.reload()
  await expect(page.getByRole('radio', { name: /Never/ })).toBeChecked()
})
