import type { Page } from '@playwright/test'

import { expect, signIn, test } from './site.ts'

const box = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ })
const options = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('option')

test('a learner opens pages, quests, people and messages by keyboard, and finds them again first', async ({
  page,
}) => {
  await signIn(page, 'student@example.org')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await box(page).fill('constell')
  await expect(options(page, 'Pages').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/constellation$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('/')
  await expect(options(page, 'Opened last').first()).toHaveText('Constellation')
  await box(page).fill('samuel')
  await expect(options(page, 'People')).toHaveText([/Samuel Okafor/])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/communication\/[\w-]+$/)

  await page.getByLabel('Message', { exact: true }).fill('The tide table is / finished')
  // It is on the page before the server has stored it.
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/messages'),
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('tide table')).toBeVisible()
  await stored
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await box(page).fill('tide table')
  await expect(options(page, 'Messages').first()).toContainText('The tide table is / finished')
  await box(page).fill('bread')
  await expect(options(page, 'Quests').first()).toContainText(/bread/i)
  await box(page).fill('qqqqxx')
  await expect(page.getByText('Nothing you can open matches “qqqqxx”.')).toBeVisible()

  await page.getByRole('checkbox', { name: /Open the search with/ }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(box(page)).toHaveCount(0)
})

test('a search that fails says so and works again, and finds nobody a person does not know', async ({
  page,
  expectError,
}) => {
  await signIn(page, 'parent@example.org')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.route('**/api/quests?*', (route) => route.fulfill({ status: 400, json: {} }))
  expectError('400 /api/quests')
  await box(page).fill('map')
  await expect(page.getByRole('alert')).toContainText('Quests could not be searched.')
  await page.unroute('**/api/quests?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(options(page, 'Quests').first()).toBeVisible()
  // Hana is a learner of another family.
  await box(page).fill('hana')
  await expect(page.getByText('Nothing you can open matches “hana”.')).toBeVisible()
})
