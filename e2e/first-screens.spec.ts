import type { Page } from '@playwright/test'

import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, signOut, test } from './site.ts'

/** Counts presses on links and buttons, across pages. */
const countPresses = async (page: Page) => {
  let presses = 0
  await page.exposeFunction('pressed', () => (presses += 1))
  await page.addInitScript(() =>
    addEventListener(
      'click',
      () => void (window as unknown as { pressed: () => void }).pressed(),
      true,
    ),
  )
  return () => presses
}

test('returned work is one press away, and a hand-in moves bars and leads on', async ({ page }) => {
  const presses = await countPresses(page)
  await signIn(page, 'student@example.org')
  const returned = page.getByRole('region', { name: 'Listen with a pencil' })
  await expect(returned.getByText('Your teacher sent one back')).toBeVisible()
  await expect(returned.getByText(/The image of the stairs is lovely/)).toBeVisible()
  await returned.getByRole('link', { name: 'Work on it again' }).click()
  const task = page.locator('section', {
    has: page.getByRole('heading', { level: 3, name: 'Listen with a pencil' }),
  })
  await expect(task.getByLabel('Your evidence')).toBeVisible()
  expect(presses()).toBe(1)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  const current = page.locator('section', {
    has: page.getByRole('heading', { level: 3, name: 'Build the month' }),
  })
  await current.getByLabel('Your evidence').fill('Rent first, then food, then the rest.')
  await expect(current.getByText('Draft saved')).toBeVisible()
  await current.getByRole('button', { name: 'Submit' }).click()
  const celebration = page.getByRole('status').filter({ hasText: /Handed in: \+\d+ XP/ })
  await expect(celebration.getByText(/^Practical skills, level \d+$/)).toBeVisible()
  await expect(celebration.getByText(/XP to level/)).toBeVisible()
  await celebration.getByRole('button', { name: /^Next: / }).click()
  await expect(page.getByLabel('Your evidence')).toBeInViewport()
})

test('a newcomer finds three quests to begin with, and nothing empty', async ({ page, site }) => {
  const email = 'newcomer@example.org'
  await register(page, { firstName: 'Ada', email })
  await page.goto(linkIn(await site.mail.take(email, /Confirm/), /verify-email/))
  await expect(page.getByText(/confirmed/i).first()).toBeVisible()
  await signIn(page, email, { password: PASSWORD })
  const first = page.getByRole('region', { name: 'Good ones to begin with' })
  await expect(first.getByRole('listitem')).toHaveCount(3)
  for (const name of ['Feedback', 'Recent activity', 'Due soon', 'Pillars'])
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
  for (const name of ['Plan', 'Badges', 'Constellation', 'Portfolio', 'Diploma'])
    await expect(
      page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name }),
    ).toBeVisible()
  await first.getByRole('link').nth(1).click()
  await expect(page.getByRole('button', { name: 'Start quest' })).toBeVisible()
})

test('a teacher’s oldest piece, and a learner who may be stuck, are one press away', async ({
  page,
}) => {
  const presses = await countPresses(page)
  await signIn(page, 'advisor@example.org')
  const work = page.getByRole('region', { name: 'Work to read' })
  await expect(work.getByRole('link', { name: /^\d+ pieces?$/ })).toBeVisible()
  await work.getByRole('link', { name: 'Start with the oldest' }).click()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  expect(presses()).toBe(1)

  await page.goto('/dashboard')
  const stuck = page.getByRole('region', { name: 'Who may be stuck' })
  await stuck
    .getByRole('button', { name: /^Write to / })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Hello /)
  expect(presses()).toBe(2)
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
})

test('a teacher who takes up a quest keeps the day', async ({ page }) => {
  await signIn(page, 'educator@example.org', { to: '/quests' })
  await page.getByRole('region', { name: 'Quests' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Start quest' }).click()
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('region', { name: 'Work to read' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your own learning' })).toBeVisible()
})

test('a friend request is decided with one press, on the first thing that a parent sees', async ({
  page,
  browser,
}) => {
  // A request of its own: other journeys on the same site decide the sample's.
  const children = await (await browser.newContext()).newPage()
  await signIn(children, 'leilani@example.org', { to: '/connections/requests' })
  await children.getByLabel('Email').fill('child@example.org')
  await children.getByRole('button', { name: 'Send request' }).click()
  await expect(
    children.getByRole('button', { name: 'Cancel the request to child@example.org' }),
  ).toBeVisible()
  await signIn(children, 'child@example.org', { to: '/connections/requests' })
  await children.getByRole('button', { name: 'Accept Leilani K.' }).click()
  await expect(children.getByRole('button', { name: 'Accept Leilani K.' })).toHaveCount(0)

  const presses = await countPresses(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'parent@example.org')
  const decisions = page.getByRole('region', { name: 'For you to decide' })
  const allow = decisions.getByRole('button', { name: /^Allow Noah to connect with Leilani/ })
  await expect(allow).toBeInViewport()
  await allow.click()
  await expect(allow).toHaveCount(0)
  expect(presses()).toBe(1)
  // Other journeys on the same site may have handed in more.
  await expect(
    page.getByText(/^(?:This|Last) week: (?:one piece|\d+ pieces) of work$/).first(),
  ).toBeVisible()
  await expect(page.locator('blockquote').first()).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Communication' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a child’s page leads to its parts, and gives a parent words for a safety report', async ({
  page,
}) => {
  await signIn(page, 'parent@example.org')
  await page.getByRole('link', { name: 'Noah Lindqvist' }).click()
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Safety' })
    .click()
  const safety = page.locator('#safety')
  await expect(safety.getByRole('heading', { name: 'What you could say' }).first()).toBeVisible()
  await expect(safety.getByRole('listitem').filter({ hasText: '“' }).first()).toBeVisible()
})

test('a parent says “Well done!” about work that was handed in, and the child reads it', async ({
  page,
}) => {
  await signIn(page, 'parent@example.org')
  await page.getByRole('link', { name: 'Noah Lindqvist' }).click()
  const work = page.getByRole('region', { name: 'Work handed in' })
  const say = work.getByRole('button', { name: 'Say “Well done!” about Test the shapes' })
  await say.click()
  await expect(work.getByText('Well done!', { exact: true })).toBeVisible()
  await expect(say).toHaveCount(0)
  await signOut(page)
  await signIn(page, 'child@example.org')
  await page.getByRole('link', { name: 'A bridge made of paper' }).first().click()
  await page.getByRole('button', { name: 'Test the shapes' }).click()
  await expect(page.getByText('Well done!', { exact: true })).toBeVisible()
})
