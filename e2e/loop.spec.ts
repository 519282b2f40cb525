import type { Page } from '@playwright/test'

import { photoFromBerlin } from '#testing/sample-files'

import { expect, signIn, test } from './site.ts'

const QUEST = 'A map of one puddle'
const TASK = 'Draw it three times'
const BADGE = 'Cartographer of puddles'

const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

const write = async (advisor: Page) => {
  await advisor.goto('/advisor/quests/create')
  await advisor.getByRole('button', { name: 'Begin', exact: true }).click()
  await advisor.getByLabel('Title', { exact: true }).fill(QUEST)
  await advisor.getByLabel('Summary').fill('One puddle, three days, three maps.')
  await advisor.getByLabel('Big idea').fill('A map says what changed.')
  await advisor.getByLabel('Description').fill('After the rain, go and look.')
  await advisor.getByLabel('Hours of work').fill('2')
  await advisor.getByLabel('Youngest').fill('8')
  await advisor.getByLabel('Oldest').fill('17')
  await advisor.getByRole('button', { name: 'Add a task' }).click()
  await advisor.getByLabel('Task title').fill(TASK)
  await advisor.getByLabel('What to do').fill('Pace its edge and draw it, three days in a row.')
  await advisor.getByLabel('Add a subject').selectOption('science')
  await advisor.getByRole('button', { name: 'Propose for everyone' }).click()
  await expect(advisor.getByText('It is waiting for someone else to review it.')).toBeVisible()
}

/** Earned science credit on the learner's record. */
const scienceOf = async (learner: Page) => {
  await learner.goto('/credits')
  return learner
    .getByRole('listitem')
    .filter({ has: learner.getByRole('heading', { name: 'Science', exact: true }) })
    .getByText(/ of [\d.]+ credits?$/)
    .first()
    .innerText()
}

test('a quest is written, planned, done, returned, accepted and taken back, and what rests on it follows', async ({
  page: advisor,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const someone = async (email?: string) => {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()
    if (email) await signIn(page, email)
    return page
  }
  const [colleague, learner, stranger] = [
    await someone('educator@example.org'),
    await someone('student@example.org'),
    await someone(),
  ]
  await signIn(advisor, 'advisor@example.org')
  let credential = ''
  let before = ''

  await test.step('the advisor writes a quest, a colleague approves it, and a badge asks for it', async () => {
    await write(advisor)
    await colleague.goto('/advisor/quests?show=waiting')
    await colleague.getByRole('link', { name: QUEST }).click()
    await colleague.getByRole('button', { name: 'Approve and publish' }).click()
    await expect(colleague.getByText('Published', { exact: true })).toBeVisible()
    await advisor.goto('/advisor/badges/create')
    await advisor.getByLabel('Name').fill(BADGE)
    await advisor.getByLabel('What it stands for').fill('Looking at one thing for long.')
    await advisor.getByLabel('Critical thinking').check()
    await advisor.getByLabel('Search quests to add').fill('puddle')
    await advisor.getByRole('button', { name: QUEST }).click()
    await advisor.getByLabel(/Publish:/).check()
    await advisor.getByRole('button', { name: 'Save badge' }).click()
    await expect(advisor.getByRole('link', { name: BADGE })).toBeVisible()
  })

  await test.step('puts the quest in the learner’s plan, with a day', async () => {
    await advisor.goto('/advisor/learners')
    await advisor.getByRole('link', { name: 'Maya Lindqvist' }).click()
    await advisor.getByRole('tab', { name: 'Plan' }).click()
    await advisor.getByRole('button', { name: 'Add a quest' }).click()
    await advisor.getByRole('searchbox').fill('puddle')
    await advisor.getByRole('button', { name: `Choose ${QUEST}` }).click()
    const planned = advisor.getByRole('list', { name: 'Planned quests' }).getByRole('listitem')
    await planned.filter({ hasText: QUEST }).getByLabel('Day').fill(dayIn(2))
    await advisor.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(advisor.getByRole('button', { name: 'Saved' })).toBeDisabled()
  })

  const task = learner.locator('section', {
    has: learner.getByRole('heading', { level: 3, name: TASK }),
  })

  await test.step('the learner finds it due soon and does it', async () => {
    before = await scienceOf(learner)
    await learner.goto('/dashboard')
    const soon = learner.getByRole('region', { name: 'Due soon' })
    await soon.getByRole('link', { name: QUEST }).click()
    await learner.getByRole('button', { name: 'Start quest' }).click()
    await task.getByLabel('Your evidence').fill('It shrank by a third each day.')
    await task.locator('input[type=file]').setInputFiles({
      name: 'puddle.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoFromBerlin(),
    })
    await task.getByLabel('What does the picture show?').fill('Three outlines, one in another')
    await expect(task.getByText('Draft saved')).toBeVisible()
    await task.getByRole('button', { name: 'Submit' }).click()
    await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  })

  const open = async () => {
    await advisor.goto('/advisor')
    await advisor.getByRole('link', { name: TASK }).click()
    await expect(advisor.getByRole('heading', { level: 1 })).toHaveText(TASK)
  }
  const badge = async () => {
    await learner.goto('/badges?show=earned')
    await learner.getByRole('link', { name: BADGE }).click()
    await expect(learner.getByRole('heading', { level: 1 })).toHaveText(BADGE)
  }

  await test.step('it is returned with a comment pinned to the picture', async () => {
    await open()
    await advisor.getByRole('button', { name: 'Pin a comment' }).last().click()
    await advisor.getByRole('button', { name: 'Position of the comment' }).press('Enter')
    await advisor.getByLabel('Comment', { exact: true }).fill('Which day is this line?')
    await advisor.getByRole('button', { name: 'Pin it' }).click()
    await advisor.getByLabel('Your feedback to Maya').fill('Fine maps. One question.')
    await advisor.getByRole('button', { name: 'Return' }).click()
    await expect(advisor.getByText(/is returned/)).toBeVisible()
  })

  await test.step('the learner answers and hands in again', async () => {
    await learner.reload()
    await task.getByRole('button', { name: 'Comment 1: Which day is this line?' }).click()
    await task.getByRole('button', { name: 'Answer' }).click()
    await task.getByLabel('Your answer').fill('The second day.')
    await task.getByRole('button', { name: 'Send' }).click()
    await expect(task.getByText('The second day.')).toBeVisible()
    await task.getByLabel('Your evidence').fill('It shrank by a third each day: 1, 2, 3.')
    await expect(task.getByText('Draft saved')).toBeVisible()
    await task.getByRole('button', { name: 'Submit' }).click()
    await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  })

  await test.step('accepted, it counts, and the credential is genuine to a stranger', async () => {
    await open()
    await advisor.getByRole('button', { name: 'Accept' }).click()
    await expect(advisor.getByText(/is accepted/)).toBeVisible()
    await site.mail.take('student@example.org', /was read/)
    expect(await scienceOf(learner)).not.toBe(before)
    await badge()
    const link = learner.getByRole('link', { name: 'Open its public page' })
    credential = (await link.getAttribute('href')) ?? ''
    const png = await learner.getByRole('link', { name: 'Image (PNG)' }).getAttribute('href')
    const kept = await learner.request.get(png ?? '')
    expect(kept.headers()['content-type']).toBe('image/png')
    await stranger.goto(credential)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Genuine')
  })

  await test.step('taken back, the credential is revoked and the credit gone', async () => {
    await advisor.goBack()
    await advisor.getByRole('button', { name: 'Undo acceptance' }).click()
    await advisor.getByLabel('Reason').fill('I looked at the wrong page.')
    await advisor.getByRole('dialog').getByRole('button', { name: 'Undo acceptance' }).click()
    await expect(advisor.getByText(/The acceptance has been undone/)).toBeVisible()
    await stranger.reload()
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Revoked')
    expect(await scienceOf(learner)).toBe(before)
    await badge()
    await expect(learner.getByText('Earned, not yet reviewed')).toBeVisible()
  })

  for (const page of [colleague, learner, stranger]) await page.context().close()
})
