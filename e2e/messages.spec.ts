import type { BrowserContext, Page } from '@playwright/test'

import { expect, signIn, startNode, test } from './site.ts'

const ADVISOR = 'Samuel Okafor'

/** Starts a conversation with a contact. */
const begin = async (page: Page, name: string) => {
  await page.goto('/communication')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}
const said = (page: Page) => page.getByRole('region', { name: 'Messages' })
const write = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

test('two people at two nodes write to each other; a node dies, and nothing is lost or doubled', async ({
  page,
  browser,
  site,
  expectError,
}) => {
  // Checks only the console of Hana’s page, whose node keeps running.
  const node = await startNode(site)
  let running = await node.start()
  const context: BrowserContext = await browser.newContext({ baseURL: node.url })
  const samuel = await context.newPage()
  await signIn(page, 'hana@example.org')
  await begin(page, ADVISOR)
  await write(page, 'Are you there?')
  await expect(said(page).getByText('Are you there?')).toHaveCount(1)
  await signIn(samuel, 'advisor@example.org', { to: '/communication' })
  const row = samuel.getByRole('link', { name: /Hana Novak/ })
  await expect(row).toContainText('1 unread')
  await row.click()
  await expect(said(samuel).getByText('Are you there?')).toHaveCount(1)
  await expect(said(samuel).getByText('New', { exact: true })).toBeVisible()

  // Live, in both directions.
  await write(samuel, 'I am.')
  await expect(said(page).getByText('I am.')).toHaveCount(1)
  await write(page, 'My map is done')
  await expect(said(samuel).getByText('My map is done')).toHaveCount(1)

  await running.kill()
  await write(page, 'While you were away')
  await expect(said(page).getByText('While you were away')).toHaveCount(1)
  await write(samuel, 'Into the dark')
  await expect(samuel.getByRole('button', { name: 'Retry' })).toBeVisible()
  running = await node.start()
  // Browsers reconnect with random delays of up to half a minute.
  await expect(said(samuel).getByText('While you were away')).toHaveCount(1, { timeout: 45_000 })
  await samuel.reload()
  await samuel.getByRole('button', { name: 'Retry' }).click()
  await expect(samuel.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(said(page).getByText('Into the dark')).toHaveCount(1)
  for (const each of [page, samuel]) {
    await each.reload()
    const texts = said(each)
      .getByRole('paragraph')
      .filter({ hasText: /\?$|^I am|map|away|dark/ })
    await expect(texts).toHaveText([
      'Are you there?',
      'I am.',
      'My map is done',
      'While you were away',
      'Into the dark',
    ])
  }
  await context.close()
  await running.stop()

  // Failed messages stay queued, and questionable ones are sent only after confirmation.
  expectError(/^409 \/api\/conversations\/[\w-]+\/messages$/)
  await write(page, 'My phone number is 0171 555 2368')
  await expect(page.getByRole('alert')).toContainText('Do you want to send it?')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/0171/)
  await page.reload()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/0171/)
  await page.getByLabel('Message', { exact: true }).fill('See https://en.wikipedia.org/wiki/Map')
  await page.keyboard.press('Enter')
  const link = said(page).getByRole('link', { name: 'https://en.wikipedia.org/wiki/Map' })
  await expect(link).toHaveAttribute('rel', /nofollow/)

  // Deleted by its author, and reported by its recipient.
  const more = page.getByRole('button', { name: /Options for the message/ })
  await more.last().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(said(page).getByText('This message was deleted.')).toBeVisible()
  await said(page)
    .getByRole('listitem')
    .filter({ hasText: 'I am.' })
    .getByRole('button', { name: /Options for/ })
    .click()
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Reported. Someone will look at it.')).toBeVisible()
  await page.getByLabel('Search messages').fill('map is')
  await expect(page.getByRole('link', { name: /My map is done/ })).toBeVisible()
})

test('a long message is folded until it is asked for, and no link of it is cut', async ({
  page,
}) => {
  await signIn(page, 'hana@example.org')
  await begin(page, ADVISOR)
  await write(page, `${'I planted beans. '.repeat(87)}https://example.org/${'b'.repeat(99)} end`)
  const shown = said(page).getByRole('paragraph').filter({ hasText: 'I planted beans.' })
  await expect(shown).toContainText('beans. …')
  await expect(said(page).getByRole('link', { name: 'https://example.org' })).toHaveCount(0)
  await said(page).getByRole('button', { name: 'Show the whole message' }).click()
  await expect(shown).toContainText('end')
  await expect(
    said(page).getByRole('link', { name: /^https:\/\/example\.org\/b{99}$/ }),
  ).toBeVisible()
})
