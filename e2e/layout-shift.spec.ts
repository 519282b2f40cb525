import type { Page } from '@playwright/test'

import { expect, signIn, test } from './site.ts'

type Shift = { value: number; of: string[] }

/** Records layout shifts on every page loaded from now on, including the footer. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      }[]) {
        if (entry.hadRecentInput) continue
        const of = entry.sources.map(({ node }) =>
          `${node?.nodeName} ${node?.textContent}`.slice(0, 60),
        )
        shifts.push({ value: entry.value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** Returns the path of the page to which the first such link on the current page leads. */
const findLinked = (page: Page, start: string) =>
  page
    .locator(`main a[href^="${start}"]`)
    .first()
    .evaluate((link) => new URL((link as HTMLAnchorElement).href).pathname)

const LEARNER = 'student@example.org'
const LEARNERS_PAGES = [
  ['/dashboard', 'Hello, Maya'],
  ['/quests', 'Explore New Quests'],
  ['/portfolio/maya-l', 'Maya L.'],
] as const
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

for (const [name, viewport, person, pages] of [
  ['a desk', DESK, LEARNER, LEARNERS_PAGES],
  ['a phone', PHONE, LEARNER, LEARNERS_PAGES],
  [
    'a parent’s phone',
    PHONE,
    'parent@example.org',
    [
      ['/dashboard', 'Hello, Ingrid'],
      ['/parent/dashboard', 'Your family'],
      // The report about Noah leads there.
      ['/parent/dashboard/', 'Noah'],
    ],
  ],
  ['a child’s phone', PHONE, 'child@example.org', [['/dashboard', 'Hello, Noah']]],
  ['an advisor’s desk', DESK, 'advisor@example.org', [['/dashboard', 'Hello, Samuel']]],
  ['an advisor’s phone', PHONE, 'advisor@example.org', [['/dashboard', 'Hello, Samuel']]],
  ['an admin’s desk', DESK, 'admin@example.org', [['/dashboard', 'Hello, Rosa']]],
] as const) {
  // A fast connection passes through the same states, only sooner.
  test(`nothing jumps on ${name} with a slow connection, not even the footer`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, person)
    await watchShifts(page)
    // The open stream would keep the network from becoming idle.
    await page.route('**/api/events*', (route) => route.fulfill({ status: 403 }))
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', SLOW)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const [path, heading] of pages) {
      await page.goto(path.endsWith('/') ? await findLinked(page, path) : path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(total, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02)
    }
  })
}
