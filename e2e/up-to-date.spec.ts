import { setTimeout } from 'node:timers/promises'

import { expect, signIn, test } from './site.ts'

test('after a hand-in, credits and transcript show it without a reload', async ({ page }) => {
  await signIn(page, 'student@example.org')
  const inReview = page.getByRole('definition').nth(1)
  const openCredits = async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('link', { name: 'Diploma' }).click()
    await page.getByText('Counted in credits').click()
    await page.getByRole('link', { name: 'Your credits' }).click()
    await expect(inReview).toHaveText(/^\d/)
  }
  await openCredits()
  const before = await inReview.innerText()
  await page.getByRole('link', { name: 'Your transcript' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Explore New Quests' }).first().click()
  await page.getByLabel('Search quests').fill('kite')
  await page.getByRole('link', { name: /kite that really flies/i }).click()
  const start = page.getByRole('button', { name: /(Start|Resume) quest/ })
  // Another test on this site may have started it.
  await expect(start.or(page.getByLabel('Your evidence').first())).toBeVisible()
  if (await start.isVisible()) await start.click()
  await page.getByLabel('Your evidence').first().fill('It flew for eleven seconds.')
  await page.getByRole('button', { name: 'Submit' }).first().click()
  await expect(page.getByText('Handed in', { exact: true }).first()).toBeVisible()

  await openCredits()
  await expect(inReview).not.toHaveText(before)
  const [transcript] = await Promise.all([
    page.waitForResponse(/\/api\/transcript\b/),
    page.getByRole('link', { name: 'Your transcript' }).click(),
  ])
  expect(transcript.status()).toBe(200)
})

test('credit that an advisor adds is in the diploma card beside it at once', async ({ page }) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('link', { name: /Maya/ }).click()
  await page.getByRole('tab', { name: 'Record' }).click()
  const card = page.getByRole('region', { name: 'Diploma' })
  await expect(card.getByText(/Certificate of Learning/)).toBeVisible()
  await page.getByRole('button', { name: 'Add credit' }).click()
  await page.getByLabel('Subject').selectOption({ label: 'Science' })
  await page.getByRole('textbox', { name: 'Credits' }).fill('0.5')
  await page.getByLabel('School', { exact: true }).fill('Westbrook School')
  await page.getByLabel('Reason').fill('Biology, from the transcript of 2025.')
  const [diploma] = await Promise.all([
    page.waitForResponse(/\/api\/diploma\?learner_id=/),
    page.getByRole('button', { name: 'Record credit' }).click(),
  ])
  expect(diploma.status()).toBe(200)
})

test('a link that is followed right after typing leads where it says, and back to what was searched', async ({
  page,
}) => {
  await signIn(page, 'student@example.org')
  await page.getByRole('link', { name: 'Explore New Quests' }).first().click()
  await page.getByLabel('Search quests').fill('kit')
  const kite = page.getByRole('link', { name: /kite that really flies/i })
  await expect(kite).toBeVisible()
  // The quest page loads slower than the search box's debounce.
  await page.route(/\/assets\//, async (route) => {
    await setTimeout(600)
    await route.continue()
  })
  await page.getByLabel('Search quests').fill('kite')
  await kite.click()
  await expect(page.getByRole('heading', { level: 1, name: /kite/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?search=kite$/)
})
