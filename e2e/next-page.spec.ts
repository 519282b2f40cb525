import type { Page } from '@playwright/test'

import type { RunningSite } from '#testing/running-site'

import { expect, signIn, startNode, test } from './site.ts'

// The server is unreachable while the browser considers itself online: a school's router works, but its uplink does not.

let running: RunningSite | undefined
test.afterEach(() => running?.kill())

type Manifest = { routes: Record<string, { module: string; imports: string[] }> }

/** Scripts of a page, by route name. */
const scriptsOf = (page: Page, route: string) =>
  page.evaluate((id) => {
    const { routes } = Reflect.get(window, '__reactRouterManifest') as Manifest
    const { module, imports } = routes[id]!
    return [module, ...imports]
  }, route)

const fetched = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )

/** Waits until the page is idle: late parts fail independently (decisions/0066). */
const rests = (page: Page) =>
  expect
    .poll(async () => {
      const before = await fetched(page)
      await page.waitForTimeout(500)
      return (await fetched(page)).length - before.length
    })
    .toBe(0)

/** With the data saver enabled, nothing is prefetched. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )

test('the HTML of a page names every script that it runs before it asks who is here, so that a phone fetches them all at once', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, 'student@example.org')
  for (const path of ['/dashboard', '/quests', '/plan']) {
    // Ends pending requests of the previous page.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const html = await (await page.goto(path))!.text()
    await expect.poll(() => asked).toContain('/api/auth/me')
    const scripts = asked
      .slice(0, asked.indexOf('/api/auth/me'))
      .filter((each) => each.endsWith('.js'))
    // React, the frame, the tables of calls, the page and what they share.
    expect(scripts.length).toBeGreaterThan(10)
    expect(scripts.filter((each) => !html.includes(`"${each}"`))).toEqual([])
    page.removeAllListeners('request')
  }
  await context.close()
})

test('without a connection a person stays on their page until the next one can come, and can go elsewhere instead', async ({
  browser,
  site,
}) => {
  const node = await startNode(site)
  running = await node.start()
  const context = await browser.newContext({ baseURL: node.url })
  const page = await context.newPage()
  await saveData(page)
  await signIn(page, 'student@example.org')
  const here = page.getByRole('heading', { name: 'Hello, Maya' })
  await expect(here).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'awaitScript' in globalThis)).toBe(true)
  await rests(page)

  await running.kill()
  const links = page.getByRole('navigation', { name: 'Main' })
  await links.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByText('The page will load as soon as you are back online.')).toBeVisible()
  await links.getByRole('link', { name: 'Connections' }).click()
  await expect(here).toBeVisible()

  running = await node.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await expect(page.getByText('The page will load as soon as you are back online.')).toHaveCount(0)
  await context.close()
})

test('the pages that the navigation leads to are fetched before they are asked for', async ({
  browser,
  site,
}) => {
  const node = await startNode(site)
  running = await node.start()
  const context = await browser.newContext({ baseURL: node.url })
  const page = await context.newPage()
  await signIn(page, 'advisor@example.org')
  for (const route of ['features/calendar/CalendarPage', 'features/advising/CaseloadPage']) {
    const scripts = await scriptsOf(page, route)
    await expect.poll(() => fetched(page)).toEqual(expect.arrayContaining(scripts))
  }

  await running.kill()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible()
  await expect(page.getByText('No connection')).toBeVisible()
  await context.close()
})

test('a press on a link is answered at once, before the next page is there', async ({ page }) => {
  await saveData(page)
  await signIn(page, 'student@example.org')
  const link = page.getByRole('link', { name: 'Calendar' }).first()
  // React answers presses before the browser draws again, and navigations later.
  const isAnswered = await link.evaluate(async (element: HTMLElement) => {
    element.click()
    await Promise.resolve()
    return [...document.querySelectorAll('[role=status]')].some(
      ({ textContent }) => textContent === 'Loading',
    )
  })
  expect(isAnswered).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading$/ })).toHaveCount(0)
})

test('the window is reloaded where the server has a newer version of the app, without the scripts of this one', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  await saveData(page)
  await signIn(page, 'student@example.org')
  const [script = ''] = await scriptsOf(page, 'features/calendar/CalendarPage')
  await page.route(`**${script}`, (route) => route.fulfill({ status: 404 }))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
  await context.close()
})
