import type { Page } from '@playwright/test'

import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

test('a learner earns a first badge with a first task, sets a goal, and loses what is taken back', async ({
  page,
  site,
}) => {
  const email = 'first-badge@example.org'
  await register(page, { firstName: 'Emmy', email })
  await page.goto(linkIn(await site.mail.take(email, /Confirm/), /verify-email/))
  await expect(page.getByText(/confirmed/i).first()).toBeVisible()
  await signIn(page, email, { password: PASSWORD })

  await page.goto('/quests?search=six+panels')
  await page.getByRole('link', { name: /six panels/i }).click()
  await page.getByRole('button', { name: 'Start quest' }).click()
  await page.getByLabel('Your evidence').first().fill('I looked at five comics without words.')
  await page.getByRole('button', { name: 'Submit' }).click()
  const celebration = page.getByRole('status').filter({ hasText: 'Badge earned' })
  await expect(celebration).toBeFocused()
  await expect(celebration.getByRole('link', { name: 'First Light' })).toBeVisible()
  const picture = celebration.locator('img').first()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
  const quest = page.url()

  await celebration.getByRole('link', { name: 'First Light' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First Light')
  await expect(page.getByRole('heading', { name: /^Earned on / })).toBeVisible()
  // Badges for first steps are not reviewed and have no public page.
  await expect(page.getByText(/marks a first step. Only you/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open its public page' })).toHaveCount(0)

  await page.getByRole('link', { name: 'All badges' }).click()
  await expect(page.getByRole('tab', { name: 'Badges' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Search badges').fill('frowned')
  await expect(page.getByText('1 badge matches')).toBeVisible()
  await page.getByRole('link', { name: /A Story Without Words/ }).click()
  await page.getByRole('button', { name: 'Pursue' }).click()
  await expect(page.getByRole('button', { name: 'Stop pursuing' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const near = page.getByRole('region', { name: 'Badges near completion' })
  await expect(near.getByRole('listitem').first()).toContainText('A Story Without Words')
  await expect(near.getByRole('listitem').first()).toContainText('Your goal')

  await page.goto(quest)
  await page.getByRole('button', { name: 'Read pictures like a detective' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).first().click()
  await page.getByRole('button', { name: /^Withdraw “/ }).click()
  await expect(
    page.getByText('“First Light”: hand the task in again to get it back.'),
  ).toBeVisible()
})

test('the tabs of the hub are three addresses, and keys change between them', async ({ page }) => {
  await signIn(page, 'student@example.org', { to: '/quests' })
  await page.getByRole('tab', { name: 'Quests' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/pathways$/)
  await expect(page.getByRole('tab', { name: 'Pathways' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/badges$/)
  await expect(page.getByRole('tab', { name: 'Badges' })).toBeFocused()
  await expect(page).toHaveTitle(/^Badges/)
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/\/quests$/)
  await expect(page.getByText(/quests match/)).toBeVisible()
})

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

test('the constellation can be wandered by keyboard alone, and is there as a list', async ({
  page,
}) => {
  await signIn(page, 'student@example.org', { to: '/constellation' })
  const map = page.getByRole('application', { name: 'Star map' })
  await expect(map.getByRole('link').first()).toBeVisible()

  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    if (await map.locator(':focus').count()) break
  }
  const begin = await focused(page)
  expect(begin).toMatch(/: .+ of .+Next: /)

  const seen = new Set([begin])
  for (const arrow of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp']) {
    await page.keyboard.press(arrow)
    seen.add(await focused(page))
    await expect(map.locator(':focus')).toBeInViewport()
  }
  expect(seen.size).toBeGreaterThanOrEqual(4)

  const widthOfSky = () =>
    map.evaluate((frame) => frame.querySelector('svg')!.getBoundingClientRect().width)
  const before = await widthOfSky()
  await page.keyboard.press('+')
  await expect.poll(widthOfSky).toBeGreaterThan(before * 1.2)
  await page.keyboard.press('0')
  await expect.poll(widthOfSky).toBeLessThanOrEqual(before * 1.01)

  // One tab stop, not one per star.
  await page.keyboard.press('Tab')
  await expect(map.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')

  const [name = ''] = (await focused(page)).split(':')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.goBack()
  const list = page.getByRole('region', { name: 'The sky as a list' })
  await expect(map.getByRole('link').first()).toBeVisible()
  await expect(list.getByRole('link')).toHaveCount(await map.getByRole('link').count())
  await expect(list.getByRole('link', { name })).toBeVisible()
})

test('the map of a pathway is walked by arrow keys from quest to quest, and is there as a list', async ({
  page,
}) => {
  await signIn(page, 'child@example.org', { to: '/quests' })
  await page.getByRole('tab', { name: 'Pathways' }).click()
  const pathway = page.getByRole('region', { name: /study/ })
  await pathway.getByRole('button', { name: 'Show as a map' }).click()
  const map = pathway.getByRole('application')
  const stations = map.getByRole('link')
  await expect(stations.last()).toHaveAccessibleName(/: Locked: complete “.+”/)
  // One tab stop for all stations.
  await map.locator('[tabindex="0"]').focus()
  for (let step = await stations.count(); step > 0; step -= 1)
    await page.keyboard.press('ArrowLeft')
  await expect(stations.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(stations.first()).not.toBeFocused()
  const [title = ''] = (await focused(page)).split(': ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(pathway.getByRole('list').getByRole('link', { name: title })).toBeVisible()
})

test('the sky moves under the pointer, and a drag opens nothing', async ({ page }) => {
  await signIn(page, 'child@example.org', { to: '/constellation' })
  const star = page.getByRole('application').getByRole('link').first()
  const before = (await star.boundingBox())!
  await page.mouse.move(before.x + 20, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + 70, before.y + 60, { steps: 4 })
  await page.mouse.up()
  const after = (await star.boundingBox())!
  expect(Math.round(after.x - before.x)).toBe(50)
  expect(Math.round(after.y - before.y)).toBe(40)
  await expect(page).toHaveURL(/\/constellation$/)
  await star.click()
  await expect(page).toHaveURL(/\/badges\//)
})
