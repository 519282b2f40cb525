import type { Page, Request } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import axe, { type RunOptions } from 'axe-core'

import routes from '../web/routes.ts'
import { expect, signIn, signOut, test } from './site.ts'

test.describe.configure({ mode: 'parallel' })

/** Expected errors of the public screens for unknown ids. */
const UNKNOWN = [
  '401 /api/auth/school',
  '400 /api/auth/verify-email',
  '404 /api/consent/unknown',
  '404 /api/letters/unknown',
  '404 /api/consent-withdrawals/unknown',
  '404 /portfolio/unknown',
  '404 /api/public/portfolio/unknown',
  '404 /api/transcript/shared/unknown',
  '404 /portfolio/link/unknown',
  '404 /api/public/portfolio-links/unknown',
  '404 /api/consultations/unknown',
  '404 /api/witness/unknown',
  '404 /verify/unknown',
  '404 /api/verify/unknown',
]

const PUBLIC = [
  '/',
  '/login',
  '/login/name',
  '/card',
  '/register',
  '/email-verification',
  '/verify-email?token=unknown',
  '/login/school?error=access_denied',
  '/forgot-password',
  '/reset-password?token=unknown',
  '/consent/unknown',
  '/letters/unknown',
  '/withdraw-consent/unknown',
  '/portfolio/maya-l',
  '/portfolio/unknown',
  '/transcript/shared/unknown',
  '/portfolio/link/unknown',
  '/promo',
  '/consultation',
  '/consultation/unknown',
  '/witness/unknown',
  '/demo',
  '/terms',
  '/privacy',
  '/status',
  '/academy-agreement',
  '/academy-handbook',
  '/subscription/success',
  '/verify',
  '/verify/unknown',
]
const SIGNED_IN = [
  '/diploma',
  '/dashboard',
  '/quests',
  '/quests?search=nothing-like-this',
  '/badges',
  '/badges?show=earned&pillar=creativity',
  '/pathways',
  '/pathways/unknown',
  '/badges/unknown',
  '/badge-progress',
  '/constellation',
  '/communication',
  '/communication/tutor',
  '/connections',
  '/connections/requests',
  '/connections/activity',
  '/connections/groups',
  '/notifications',
  '/profile',
  '/subscription',
  '/portfolio',
  '/portfolio/preview?as=family',
  '/milestone',
  '/parent/milestones',
]
const RECORD = [
  '/credits',
  '/credits?view=planner',
  '/credits?view=outside',
  '/transcript',
  '/transcript?view=courses',
]

const WIDE = 1280
const NARROW = 320

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']
const WITHOUT_COLOURS = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]))
const POLL = { intervals: [20, 20, 50, 50, 100] }

// Every screen at both widths and in both themes, in a single visit.
test.use({ viewport: { width: WIDE, height: 800 }, colorScheme: 'light' })
test.setTimeout(240_000)

test('every public screen is accessible, and fits', async ({ page, expectError }) => {
  for (const error of UNKNOWN) expectError(error)
  for (const path of PUBLIC) {
    await page.goto(path)
    await examine(page)
  }
})

test('every signed-in screen is accessible, and fits', async ({ page, expectError }) => {
  expectError('400 /api/badges/unknown')
  await signIn(page, 'student@example.org')
  for (const path of SIGNED_IN) {
    await page.goto(path)
    await examine(page)
  }
  for (const show of ['earned', 'in_progress']) {
    await page.goto(`/badges?show=${show}`)
    await page.getByRole('tabpanel').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: /How (to earn|you earned) it/ })).toBeVisible()
    await examine(page)
  }
  await page.goto('/quests?status=active')
  await page
    .getByRole('main')
    .getByRole('link', { name: /tasks|XP/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Tasks' })).toBeVisible()
  await examine(page)
  await page.getByRole('link', { name: 'Print this quest' }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await examine(page)
  await page.goto('/pathways')
  await page
    .getByRole('region', { name: /study/ })
    .getByRole('link', { name: /study/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Quests in this pathway' })).toBeVisible()
  await examine(page)
})

test('conversations are accessible, and fit, for those in them and for their families', async ({
  page,
}) => {
  await signIn(page, 'student@example.org', { to: '/communication' })
  await page.getByRole('link', { name: /Samuel Okafor/ }).click()
  await expect(page.getByText('Your family can read this.')).toBeVisible()
  await examine(page)
  await page.goto('/communication')
  await page.getByText('I need help from a person').click()
  await expect(page.getByRole('region', { name: 'People who help' })).toBeVisible()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('checkbox', { name: /Samuel/ })).toBeVisible()
  await examine(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await signOut(page)
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await page.getByRole('link', { name: /Maya/ }).first().click()
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('link', { name: 'Samuel Okafor' })
    .click()
  await expect(page.getByText('Both sides are always told')).toBeVisible()
  await examine(page)
})

test('the tutor, its reports and its settings are accessible, and fit', async ({ page }) => {
  await signIn(page, 'student@example.org', { to: '/communication/tutor' })
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Message').fill('My character says: I want to die')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Country').last()).toBeVisible()
  await examine(page)
  await signOut(page)
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await page.getByRole('link', { name: /new safety reports? about Maya/ }).click()
  await page.getByText('Hours, minutes and topics').click()
  await expect(page.getByLabel('Minutes per day')).toBeVisible()
  await examine(page)
  await page.getByRole('link', { name: 'Read the conversation' }).first().click()
  await expect(page.getByText('Your child').first()).toBeVisible()
  await examine(page)
  await signOut(page)
  await signIn(page, 'admin@example.org')
  for (const path of ['/safety', '/admin/safety']) {
    await page.goto(path)
    await examine(page)
  }
})

test('credits and transcript are accessible, and fit', async ({ page }) => {
  await signIn(page, 'student@example.org')
  for (const path of RECORD) {
    await page.goto(path)
    await examine(page)
  }
})

test('the plan, and its month on paper, are accessible, and fit', async ({ page }) => {
  await signIn(page, 'student@example.org', { to: '/plan' })
  await expect(page.getByRole('heading', { name: 'Proposals' })).toBeVisible()
  await examine(page)
  await page.getByRole('button', { name: 'Propose a quest' }).click()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await examine(page)
  await page.goto('/plan/print')
  await expect(page.getByRole('table')).toBeVisible()
  await examine(page)
})

test('the calendar, and what opens above it, are accessible, and fit', async ({ page }) => {
  await signIn(page, 'student@example.org')
  for (const view of ['month', 'week', 'list']) {
    await page.goto(`/calendar?view=${view}`)
    await expect(page.getByRole('button', { name: /Climbing/ }).first()).toBeVisible()
    await examine(page)
  }
  await page
    .getByRole('button', { name: /Climbing/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('radio', { name: 'All events' }).check()
  await expect(page.getByLabel('Repeats')).toHaveValue('week')
  await examine(page)
  await page.getByRole('button', { name: 'Close' }).click()
  for (const name of ['Subscribe', 'Import']) {
    await page.getByRole('button', { name }).click()
    await examine(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
})

test('the advisor’s learners and their records are accessible, and fit', async ({ page }) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await examine(page)
  await page.getByRole('link', { name: /Maya/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await examine(page)
  await page.getByRole('button', { name: 'Hand over to a colleague' }).click()
  await examine(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByText('No notes yet.')).toBeVisible()
  await examine(page)
  await page.getByRole('tab', { name: 'Plan' }).click()
  for (const name of ['Add a quest', 'Move the plan']) {
    await page.getByRole('button', { name }).click()
    await examine(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await page.getByRole('tab', { name: 'Record' }).click()
  for (const name of ['Issue a transcript', 'Add credit', /^Award /]) {
    await page.getByRole('button', { name }).first().click()
    await examine(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
})

test('what is written by staff is accessible, and fits', async ({ page }) => {
  await signIn(page, 'advisor@example.org')
  for (const path of [
    '/advisor/quests?show=library',
    '/advisor/quests?search=nothing-like-this',
    '/advisor/quests/create',
    '/advisor/badges',
    '/advisor/badges/create',
  ]) {
    await page.goto(path)
    await examine(page)
  }
  await page.goto('/advisor/quests?show=library&search=broken')
  await page.getByRole('button', { name: /^Duplicate/ }).click()
  await expect(page.getByRole('heading', { name: 'Preview for learners' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Mend it' })).toBeVisible()
  await examine(page)
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(/\/advisor\/quests$/)
})

test('consultations and agreements are accessible, and fit', async ({ page }) => {
  await page.goto('/consultation')
  await page
    .getByRole('radio', { name: /Samuel Okafor/ })
    .first()
    .check()
  await expect(page.getByLabel('Your name')).toBeVisible()
  await examine(page)
  await signIn(page, 'advisor@example.org')
  for (const path of ['/advisor/bookings', '/advisor/bookings?when=over']) {
    await page.goto(path)
    await examine(page)
  }
  await page.getByRole('button', { name: /Invite the family/ }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await examine(page)
  await page.goto('/advisor/bookings/hours')
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await examine(page)
  await page.goto('/advisor/learners')
  await page.getByRole('link', { name: /Emil/ }).click()
  await page.getByRole('tab', { name: 'Record' }).click()
  await page.getByRole('button', { name: 'Prepare an agreement' }).click()
  await examine(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await signOut(page)
  await signIn(page, 'admin@example.org')
  for (const path of ['/admin/consultations', '/admin/agreements']) {
    await page.goto(path)
    await examine(page)
  }
  await page
    .getByRole('link', { name: /Text of version/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Who signs' })).toBeVisible()
  await examine(page)
})

test('the queue of work and its pieces are accessible, and fit', async ({ page }) => {
  await signIn(page, 'advisor@example.org')
  for (const path of ['/advisor', '/advisor?show=answers', '/advisor?returned=true']) {
    await page.goto(path)
    await examine(page)
  }
  for (const title of ['Draw one face nine ways', 'Read your own data', 'Fly, change one']) {
    await page.goto('/advisor')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
    await examine(page)
  }
  for (const name of ['Keys', 'Comment bank', 'Pin a comment at this moment']) {
    await page.getByRole('button', { name }).click()
    await examine(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Correct the subjects' }).click()
  await examine(page)
})

test('a certificate, and the page that it verifies at, are accessible, and fit', async ({
  page,
}) => {
  await signIn(page, 'student@example.org', { to: '/diploma' })
  const paper = page.getByRole('article')
  await expect(paper).toBeVisible()
  await page.getByText('Counted in credits').click()
  await expect(page.getByRole('heading', { name: 'Progress towards the diploma' })).toBeVisible()
  await examine(page)
  await page.getByRole('link', { name: 'See what others see' }).click()
  // Another test on this site may have revoked it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Genuine|Revoked)$/)
  await examine(page)
})

test('every page has a title of its own', async ({ page, expectError }) => {
  // This site sends its emails, so it has no mailbox.
  expectError('404 /api/mailbox', 'perhaps')
  await signIn(page, 'admin@example.org')
  const pathsByTitle = new Map<string, string[]>()
  for (const path of staticPaths(routes)) {
    if (LEADING_ELSEWHERE.has(path)) continue
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The target of a redirect is visited under its own path.
    if (new URL(page.url()).pathname !== path) continue
    const title = await page.title()
    pathsByTitle.set(title, [...(pathsByTitle.get(title) ?? []), path])
  }
  const shared = [...pathsByTitle].filter(([title, at]) => at.length > 1 || !title.includes(' · '))
  expect(shared).toEqual([])
})

/** Pages that redirect signed-in users. */
const LEADING_ELSEWHERE = new Set(['/email-verification', '/login/school'])

/** Paths without parameters, of these routes and their children. */
const staticPaths = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined || /[:*]/.test(path) ? [] : [`/${path}`]),
    ...staticPaths(children),
  ])

test('a parent’s dashboard is the family, and asks for no tasks', async ({ page }) => {
  await signIn(page, 'parent@example.org')
  await expect(page.getByRole('link', { name: 'Noah Lindqvist' })).toBeVisible()
  await expect(page.getByText('Hand in your first task')).toHaveCount(0)
  await examine(page)
})

test('a teacher’s day is accessible, and fits', async ({ page }) => {
  await signIn(page, 'advisor@example.org')
  await expect(page.getByRole('heading', { name: 'Work to read' })).toBeVisible()
  await examine(page)
})

test('a family’s dashboards are accessible, and fit', async ({ page }) => {
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await expect(page.getByRole('heading', { name: 'Your family' })).toBeVisible()
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya')
  await page.getByText('Invite a parent or guardian').click()
  await expect(page.getByRole('button', { name: 'Send invitation' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Add a photo or a note/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Add to the work' })).toBeVisible()
  await page.getByText('Create a code instead').click()
  await expect(page.getByRole('button', { name: 'Create a code' })).toBeVisible()
  await examine(page)
})

test('what a guardian agrees to, and signs, is accessible, and fits', async ({ page }) => {
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await page.getByText('Do you have a code?').click()
  await expect(page.getByRole('button', { name: 'Link with this learner' })).toBeVisible()
  await examine(page)
  await page.getByRole('link', { name: 'Noah Lindqvist' }).click()
  await page.getByRole('link', { name: 'What you have agreed to' }).click()
  await page.getByText('Create a different form').click()
  await expect(page.getByRole('button', { name: 'Create a form' })).toBeVisible()
  await examine(page)
  await page.getByRole('button', { name: 'Withdraw: Using the account' }).click()
  await examine(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Open the page to print' }).click()
  await expect(page.getByText('Reference code')).toBeVisible()
  await examine(page)
})

test('the administration is accessible, and fits', async ({ page }) => {
  await signIn(page, 'admin@example.org')
  for (const section of ['', '/speed', '/settings', '/plan', '/people', '/audit']) {
    await page.goto(`/admin${section}`)
    await examine(page)
  }
  await page.goto('/admin/people?search=maya')
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await examine(page)
})

test('what staff check and override is accessible, and fits', async ({ page }) => {
  await signIn(page, 'admin@example.org', { to: '/advisor/consent-forms' })
  await page.getByRole('button', { name: 'Record a call about Noah Lindqvist' }).click()
  await expect(page.getByLabel('Who you spoke with')).toBeVisible()
  await examine(page)
  await page.goto('/admin/families')
  await page
    .getByRole('button', { name: /^Change or end the link/ })
    .first()
    .click()
  await expect(page.getByLabel('Reason')).toBeVisible()
  await examine(page)
})

/** Children's first names, titles of quests, names of badges and events: as long as they may be, without a gap. */
const LONG = 'W'.repeat(100)

test('names and titles without a gap widen no page of a learner, a family or staff', async ({
  page,
}) => {
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const body = (await response.text())
      .replaceAll(/"(title|quest_title|interests)":"[^"]*"/g, `"$1":"${LONG}"`)
      .replaceAll(
        /"(first_name|name)":"(Noah|Maya|First Light|Five Directions)"/g,
        `"$1":"${LONG}"`,
      )
    return route.fulfill({ response, body })
  })
  const fitEveryWidth = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await hasSettled(page)
      for (const width of [NARROW, 768, WIDE]) {
        await page.setViewportSize({ width, height: 800 })
        await fits(page)
      }
    }
  }
  await signIn(page, 'student@example.org')
  await fitEveryWidth([
    '/dashboard',
    '/quests',
    '/plan',
    '/calendar',
    '/badges',
    '/constellation',
    '/credits?view=planner',
    '/transcript?view=courses',
    '/portfolio',
    '/portfolio/preview?as=family',
    '/communication/tutor',
  ])
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  const child = await page.getByRole('link', { name: LONG }).first().getAttribute('href')
  await fitEveryWidth(['/parent/dashboard', `${child}`, `${child}/consent`, '/calendar'])
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  const learner = await page.getByRole('link', { name: LONG }).first().getAttribute('href')
  await fitEveryWidth(['/advisor', '/advisor/learners', `${learner}`])
  await signIn(page, 'admin@example.org')
  await fitEveryWidth(['/admin/people?search=lindqvist', '/admin/families'])
})

test('no ordinary word is broken in two, from a telephone to a small laptop', async ({ page }) => {
  const holdTogether = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await hasSettled(page)
      for (const width of [NARROW, 768, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        await fits(page)
        expect.soft(await brokenWords(page), `${path} at ${width} px`).toEqual([])
      }
    }
  }
  await holdTogether(['/', '/promo', '/register'])
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  const child = await page.getByRole('link', { name: 'Noah' }).first().getAttribute('href')
  await holdTogether(['/parent/dashboard', `${child}`])
  await signIn(page, 'student@example.org')
  await holdTogether(['/dashboard', '/quests', '/plan', '/badges', '/credits', '/transcript'])
  await signIn(page, 'advisor@example.org')
  await holdTogether(['/advisor', '/advisor/learners', '/advisor/badges', '/advisor/badges/create'])
  await signIn(page, 'admin@example.org')
  await holdTogether(['/admin', '/admin/settings'])
})

test('badges and children with names of two letters are large enough to touch', async ({
  page,
}) => {
  await page.route(/\/api\/(constellation|badges|safety\/waiting|parents)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"(name|first_name)":"[^"]*"/g, '"$1":"Ox"')
    return route.fulfill({ response, body })
  })
  await signIn(page, 'student@example.org', { to: '/constellation' })
  await examine(page)
  await page.goto('/badge-progress')
  await examine(page)
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await examine(page)
})

/** Words in two lines. Addresses and names of files are longer than a line, and days of a week narrower than a word. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const holder = text.parentElement
      if (!holder?.checkVisibility() || holder.closest('svg, [target=_blank]')) continue
      // Also that of a link which another journey has just shared.
      if (text.data.includes('://')) continue
      for (const { 0: word, index } of text.data.matchAll(/\p{L}{2,14}(?![\p{L}@.])/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) words.push(word)
      }
    }
    return words
  })

const examine = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await hasSettled(page)
  await page.evaluate(axe.source)
  expect.soft(await complaints(page, { runOnly: EVERYTHING })).toEqual([])
  await fits(page)
  await examineDark(page)
  await page.setViewportSize({ width: NARROW, height: 800 })
  // Scrolls to the top as after loading: elements half under a bar would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await hasSettled(page)
  // Colors are the same there.
  expect.soft(await complaints(page, { runOnly: EVERYTHING, rules: WITHOUT_COLOURS })).toEqual([])
  await fits(page)
  await page.setViewportSize({ width: WIDE, height: 800 })
}

const fits = async (page: Page) => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const { width } = page.viewportSize() ?? {}
  expect.soft(overflow, `${page.url()} is wider than ${width} px`).toBe(0)
}

/** The other theme changes only colors, which are the same at every width. */
const examineDark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  // Finishes color transitions before checking.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
  expect.soft(await complaints(page, { runOnly: COLOURS })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Waits until scripts are idle and no requests are pending: Playwright's "networkidle" takes five times as long. */
const hasSettled = async (page: Page) => {
  let underWay = 0
  let quietSince = Date.now()
  const count = (by: number) => (request: Request) => {
    // The event stream stays open as long as the page.
    if (request.url().includes('/api/events')) return
    underWay += by
    quietSince = Date.now()
  }
  const [asked, answered] = [count(1), count(-1)]
  page.on('request', asked).on('requestfinished', answered).on('requestfailed', answered)
  await page.waitForLoadState('load')
  // With a timeout: pages that render nothing call back late.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 })),
  )
  await expect.poll(() => underWay <= 0 && Date.now() - quietSince > 100, POLL).toBe(true)
  await expect(page.locator('.skeleton, .animate-spin')).toHaveCount(0)
  page.off('request', asked).off('requestfinished', answered).off('requestfailed', answered)
}

const complaints = async (page: Page, options: RunOptions) => {
  // `axe` is a global in the page.
  const { violations } = await page.evaluate((given) => axe.run(document, given), {
    ...options,
    resultTypes: ['violations'],
    // Prevents fetching style sheets and videos for rules that do not run here.
    preload: false,
  } satisfies RunOptions)
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)
}
