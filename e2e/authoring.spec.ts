import type { Page } from '@playwright/test'

import { expect, signIn, test } from './site.ts'

test.describe.configure({ mode: 'serial' })

const as = async (page: Page, who: string) => {
  const signOut = page.getByRole('button', { name: 'Logout' })
  if (await signOut.isVisible()) {
    await signOut.click()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  }
  await signIn(page, `${who}@example.org`)
}

const share = (page: Page, task: number, subject: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Task ${task}`, exact: true }) })
    .getByLabel('Add a subject')
    .selectOption(subject)

const fillTask = async (page: Page, number: number, title: string, subject: string) => {
  await page.getByRole('button', { name: 'Add a task' }).click()
  const task = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Task ${number}`, exact: true }) })
  await task.getByLabel('Task title').fill(title)
  await task.getByLabel('What to do').fill('Go outside, look, and write down what you see.')
  await share(page, number, subject)
}

const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible()

test('an advisor writes a quest and a badge, a colleague approves, a learner does it, and a next version comes', async ({
  page,
  expectError,
}) => {
  expectError(/^400 \/api\/advisor\/quests\/[^/]+\/propose$/)
  await as(page, 'advisor')
  await page.goto('/advisor/quests')
  await page.getByRole('link', { name: 'Write a quest' }).click()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('Swifts above the roofs')
  await page.getByRole('button', { name: 'Propose for everyone' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('link', { name: 'Summary' }).click()
  await expect(page.getByLabel('Summary')).toBeFocused()

  await page.getByLabel('Summary').fill('Count the fastest birds of the summer.')
  await page.getByLabel('Big idea').fill('Counting is a way of looking.')
  await page.getByLabel('Description').fill('Every evening they **scream** around the church.')
  const preview = page.getByRole('region', { name: 'Preview for learners' })
  await expect(preview.locator('strong', { hasText: 'scream' })).toBeVisible()
  await page.getByLabel('Hours of work').fill('4')
  await page.getByLabel('Days it spans').fill('14')
  await page.getByLabel('Youngest').fill('8')
  await page.getByLabel('Oldest').fill('15')
  await fillTask(page, 1, 'Find the place', 'science')
  await fillTask(page, 2, 'Count for a week', 'mathematics')
  await share(page, 2, 'science')
  const slider = page.getByRole('slider', { name: 'Mathematics' })
  await expect(slider).toHaveValue('50')
  await slider.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Science' }).last()).toHaveValue('49')
  await page.getByRole('button', { name: 'Move “Count for a week” up' }).click()
  await expect(preview.getByRole('heading', { level: 3 }).first()).toHaveText('Count for a week')
  await page.getByRole('button', { name: 'Move “Count for a week” down' }).click()
  await page.getByLabel('Practice').last().selectOption('chances-of-two-dice')
  await expect(page.getByRole('link', { name: 'Try it' })).toHaveAttribute(
    'href',
    '/practice/chances-of-two-dice',
  )
  await page.getByLabel('If it does not work').fill('- Wait for a warm evening.')
  await expect(preview.getByText('Stuck? Try this')).toBeVisible()
  await page.getByText('Bird', { exact: true }).click()
  await saved(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Bird' })).toBeChecked()
  await expect(page.getByLabel('Big idea')).toHaveValue('Counting is a way of looking.')
  await expect(page.getByLabel('Practice').last()).toHaveValue('chances-of-two-dice')
  await page.getByRole('button', { name: 'Propose for everyone' }).click()
  await expect(page.getByText('It is waiting for someone else to review it.')).toBeVisible()
  const editor = page.url()

  await as(page, 'educator')
  await page.goto('/advisor/quests?show=waiting')
  await page.getByRole('link', { name: 'Swifts above the roofs' }).click()
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  await as(page, 'advisor')
  await page.goto('/advisor/badges/create')
  await page.getByLabel('Name').fill('Friend of swifts')
  await page.getByLabel('What it stands for').fill('Patience with what is fast.')
  await page.getByLabel('Critical thinking').check()
  await page.getByLabel('Search quests to add').fill('swifts')
  await page.getByRole('button', { name: 'Swifts above the roofs' }).click()
  await expect(page.getByText('Complete “Swifts above the roofs”')).toBeVisible()
  await expect(page.getByText(/Today none of \d+ learners would have it/)).toBeVisible()
  await page.getByLabel(/Publish:/).check()
  await page.getByRole('button', { name: 'Save badge' }).click()
  await expect(page.getByRole('link', { name: 'Friend of swifts' })).toBeVisible()

  await as(page, 'student')
  await page.goto('/quests?search=swifts')
  await page.getByRole('link', { name: /Swifts above the roofs/ }).click()
  await expect(page.getByText(/4 hours over 2 weeks/)).toBeVisible()
  await page.getByRole('button', { name: 'Start quest' }).click()
  await page.getByLabel('Your evidence').first().fill('Behind the station, thirty of them.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Handed in', { exact: true })).toBeVisible()
  const quest = page.url()

  await as(page, 'advisor')
  await page.goto(editor)
  await expect(page.getByText('1 learner is working on this quest.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove “Count for a week”' }).click()
  await fillTask(page, 2, 'Draw their evening', 'arts')
  await saved(page)
  await page.getByRole('button', { name: 'Propose for everyone' }).click()
  await expect(page.getByText('It is waiting for someone else to review it.')).toBeVisible()
  await as(page, 'admin')
  await page.goto(editor)
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(page.getByText('Version 2')).toBeVisible()

  await as(page, 'student')
  await page.goto(quest)
  await expect(page.getByRole('heading', { name: 'Count for a week' })).toBeVisible()
  await page.getByRole('button', { name: 'See what has changed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch to the new version?' })
  await expect(dialog).toContainText('Draw their evening')
  await expect(dialog).toContainText('Count for a week')
  await dialog.getByRole('button', { name: 'Switch to the new version' }).click()
  await expect(page.getByRole('heading', { name: 'Draw their evening' })).toBeVisible()
  await expect(page.getByText('Handed in', { exact: true })).toBeVisible()
  await page.getByLabel('Your evidence').first().fill('An evening in ink.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('link', { name: 'Friend of swifts' })).toBeVisible()
})

test('what two tabs write is shown side by side, and nothing is lost', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/^409 \/api\/advisor\/quests\/[^/]+$/)
  await as(page, 'educator')
  await page.goto('/advisor/quests/create')
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('First')
  await saved(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Title', { exact: true }).fill('From the other tab')
  await saved(other)
  await page.getByLabel('Summary').fill('From this tab')
  const conflict = page.getByRole('alert')
  await expect(conflict).toContainText('From the other tab')
  await expect(conflict).toContainText('From this tab')
  await conflict.getByRole('button', { name: 'Use the other version' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the other tab')
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(/\/advisor\/quests$/)
})

test('a draft that an earlier version of the app has saved in this browser opens with its criteria', async ({
  page,
}) => {
  await as(page, 'advisor')
  await page.goto('/advisor/quests/create')
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByRole('button', { name: 'Add a task' }).click()
  await page.getByRole('button', { name: 'Add a task' }).click()
  await page.getByRole('button', { name: 'Add a criterion' }).click()
  await page.getByLabel('Criterion 1').fill('I looked twice')
  await saved(page)
  const id = new URL(page.url()).pathname.split('/')[3]!
  const { revision, content } = (await (
    await page.request.get(`/api/advisor/quests/${id}`)
  ).json()) as { revision: number; content: { rubric: { criterion: string }[] } }
  const rubric = content.rubric.map(({ criterion }) => ({ criterion, description: 'Then' }))
  await page.evaluate(
    ([name, draft]) => {
      const { id: owner } = JSON.parse(localStorage.getItem('user')!) as { id: string }
      localStorage.setItem(`${owner} ${name}`, draft)
    },
    [
      `quest ${id}`,
      JSON.stringify({ value: { ...content, rubric }, version: revision, isUnsent: true }),
    ] as const,
  )
  await page.reload()
  await expect(page.getByLabel('How to recognise it')).toHaveValue('Then')
  await expect(page.getByLabel('Criterion 1')).toHaveValue('I looked twice')
})
