import { readFile } from 'node:fs/promises'

import { mondayOf } from '#rules/plan'

import { expect, signIn, test } from './site.ts'

const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

test('an advisor gives a group a quest whose day a learner moves, writes to it, and sees who has read it', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/groups' })
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Name', { exact: true }).fill('Night sky')
  await dialog.getByRole('checkbox', { name: 'All of them' }).check()
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night sky' })).toBeVisible()
  const progress = page.getByRole('region', { name: 'Progress of Night sky' })
  await expect(progress.getByRole('rowheader', { name: 'Maya Lindqvist' })).toBeVisible()

  await page.getByRole('tab', { name: 'Give quests' }).click()
  await page.getByRole('button', { name: 'Choose a quest' }).click()
  await page.getByRole('searchbox').fill('shadow')
  await page.getByRole('button', { name: /^Choose Shadow/i }).click()
  await page.getByLabel('Day').fill(dayIn(9))
  await page.getByLabel('Note').fill('Bring a torch')
  await page.getByRole('button', { name: /^Give to \d+ learners/ }).click()
  await expect(page.getByText(/^Added to the plan of \d+ learners/)).toBeVisible()

  // A note to one learner does not reach the others.
  await page.getByRole('button', { name: 'Take a week of a plan' }).click()
  const week = page.getByRole('dialog', { name: 'Take a week of a plan' })
  await week.getByLabel('Plan of').selectOption('Maya Lindqvist')
  await week.getByLabel('Week').selectOption(mondayOf(dayIn(9)))
  await week.getByRole('button', { name: 'Take these quests' }).click()
  const taken = page.getByRole('listitem').filter({ hasText: /Shadow/i })
  await expect(taken.getByLabel('Day')).toHaveValue(dayIn(9))
  await expect(taken.getByLabel('Note')).toHaveValue('')

  await page.getByRole('tab', { name: 'Announcements' }).click()
  await page.getByLabel('Text').fill('We meet at the observatory.')
  await page.getByRole('button', { name: 'Send' }).click()
  const announcement = page.getByRole('list', { name: 'Announcements' })
  await expect(announcement.getByText('We meet at the observatory.')).toBeVisible()

  const learner = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
  const maya = await learner.newPage()
  await signIn(maya, 'student@example.org', { to: '/plan' })
  const entry = maya
    .getByRole('list', { name: 'Planned quests' })
    .getByRole('listitem')
    .filter({ hasText: /Shadow/i })
  await entry.getByRole('button', { name: /^Move the day/ }).click()
  await entry.getByLabel(/^New day/).fill(dayIn(12))
  await entry.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(maya.getByText('The day has been moved')).toBeVisible()
  await maya.goto('/communication')
  await expect(async () => {
    await maya.reload()
    await maya.getByRole('link', { name: /Samuel Okafor.*observatory/ }).click({ timeout: 3000 })
  }).toPass()
  await expect(
    maya.getByRole('region', { name: 'Messages' }).getByText('We meet at the observatory.'),
  ).toBeVisible()

  await expect(async () => {
    await page.reload()
    await page.getByText(/^Read by \d+ of/).click()
    await expect(
      page.getByRole('listitem').filter({ hasText: /^Maya Lindqvist: read/ }),
    ).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Progress' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Night sky.csv')
  const csv = await readFile(await saved.path(), 'utf8')
  expect(csv.split('\r\n').find((line) => line.startsWith('Lindqvist,Maya'))).toContain(
    `planned for ${dayIn(12)}`,
  )
  await learner.close()
})
