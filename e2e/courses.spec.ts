import { expect, signIn, test } from './site.ts'

test('a learner finds a course, works on its first week, and prints all of it', async ({
  page,
}) => {
  await signIn(page, 'leilani@example.org', { to: '/quests?kind=course' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /A writing workshop/ })
    .click()
  await expect(page.getByText('60 hours over 12 weeks').first()).toBeVisible()
  const week = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^Week ${number}:`) })
  await expect(week(1)).toHaveAttribute('aria-expanded', 'true')
  await expect(week(2)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('I went to the woods').first()).toBeVisible()
  await page.getByRole('button', { name: 'Start quest' }).click()

  await page.getByLabel('Your evidence').first().fill('The dog sits in the rain and steams.')
  await page.getByRole('button', { name: 'Submit' }).first().click()
  await expect(page.getByText('Handed in', { exact: true }).first()).toBeVisible()
  await expect(week(1)).toContainText('1 of 3 tasks done')

  await week(12).click()
  await expect(page.getByRole('button', { name: 'Make it' })).toBeVisible()
  await expect(week(1)).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: /^Continue:/ }).click()
  await expect(week(1)).toHaveAttribute('aria-expanded', 'true')
  await expect(week(12)).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('link', { name: 'Print this quest' }).click()
  await expect(page.getByRole('heading', { name: 'Week 12: A small book' })).toBeVisible()
})

test('a teacher makes a course of a quest by adding weeks, and moves a task between them', async ({
  page,
}) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/quests/create' })
  await page.getByRole('button', { name: 'Begin' }).click()
  const weeks = page.getByRole('region', { name: 'Weeks' })
  await weeks.getByRole('button', { name: 'Add a week' }).click()
  await weeks.getByRole('textbox', { name: 'Title of week 1' }).fill('Look')
  await weeks.getByRole('button', { name: 'Add a week' }).click()
  await weeks.getByRole('textbox', { name: 'Title of week 2' }).fill('Make')
  const tasks = page.getByRole('region', { name: 'Tasks', exact: true })
  for (const title of ['Sit', 'Draw']) {
    await tasks.getByRole('button', { name: 'Add a task' }).click()
    await tasks.getByRole('textbox', { name: 'Task title' }).last().fill(title)
  }
  await tasks.getByRole('combobox', { name: 'Week' }).first().selectOption('2')
  await expect(tasks.getByRole('textbox', { name: 'Task title' }).first()).toHaveValue('Draw')
  const preview = page.getByRole('region', { name: 'Preview for learners' })
  await preview.getByRole('button', { name: /^Week 2: Make/ }).click()
  await expect(preview.getByRole('button', { name: 'Sit' })).toBeVisible()

  await weeks.getByRole('button', { name: 'Remove week 2' }).click()
  await expect(tasks.getByRole('combobox', { name: 'Week' }).last()).toHaveValue('1')
})

test('an advisor plans a course, and the learner sees until when each week lasts', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await page.getByRole('tab', { name: 'Plan' }).click()
  await page.getByRole('button', { name: 'Add a quest' }).click()
  await page.getByRole('searchbox').fill('writing workshop')
  await page.getByRole('button', { name: /^Choose A writing workshop/ }).click()
  const course = page
    .getByRole('list', { name: 'Planned quests' })
    .getByRole('listitem')
    .filter({ hasText: 'A writing workshop' })
    .first()
  await course.getByLabel('Day').fill('2031-06-27')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()

  const learner = await (await browser.newContext({ baseURL: site.url, locale: 'en-US' })).newPage()
  await signIn(learner, 'student@example.org', { to: '/plan' })
  await learner.getByText('Week by week').click()
  const weeks = learner.getByRole('listitem').filter({ hasText: /until/ })
  await expect(weeks.filter({ hasText: '1. See before you say' }).last()).toContainText('Apr 11')
  await expect(weeks.filter({ hasText: '12. A small book' }).last()).toContainText('Jun 27')
})
