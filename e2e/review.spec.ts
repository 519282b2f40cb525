import type { Page } from '@playwright/test'

import { linkIn } from '#testing/mail-sink'

import { expect, SAMPLE_PASSWORD, signIn, test } from './site.ts'

const PIECE = 'Let time work, for you and against you'
const QUEST = 'A paycheck and a plan'

const openPiece = async (page: Page, title: string) => {
  await page.goto('/advisor')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

test('work is accepted by a key and undone, returned with a pinned comment, answered, handed in again and accepted', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const learner = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(page, 'advisor@example.org')
  await signIn(learner, 'student@example.org')
  const heading = learner.getByRole('heading', { level: 3, name: PIECE })
  const task = learner.locator('section', { has: heading }).last()
  let answerLink = ''

  await test.step('the advisor accepts by a key, undoes it with the words still there, and accepts again', async () => {
    await openPiece(page, 'Learn from a tradition of arguing')
    const words = page.getByLabel('Your feedback to Maya')
    await words.fill('You let them finish.')
    await words.press('Escape')
    await page.keyboard.press('a')
    await expect(
      page.getByText(/“Learn from a tradition.*” by Maya Lindqvist is accepted/),
    ).toBeVisible()
    await page.keyboard.press('u')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Learn from a tradition/)
    await expect(words).toHaveValue('You let them finish.')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText(/is accepted/)).toBeVisible()
  })

  await test.step('returns a piece with a comment pinned to its picture, by keyboard', async () => {
    await openPiece(page, PIECE)
    await page.getByRole('button', { name: 'Pin a comment' }).first().click()
    await page.getByRole('button', { name: 'Position of the comment' }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByLabel('Comment', { exact: true }).fill('Which line is the loan?')
    await page.getByRole('button', { name: 'Pin it' }).click()
    await page
      .getByLabel('Your feedback to Maya')
      .fill('Clear as day. One question about the curves.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Work to review' }).click()
    await page.getByRole('link', { name: PIECE }).click()
    await expect(page.getByLabel('Your feedback to Maya')).toHaveValue(/One question/)
    await page.reload()
    await expect(page.getByLabel('Your feedback to Maya')).toHaveValue(/One question/)
    await page.getByRole('button', { name: 'Return' }).click()
    await expect(page.getByText(/is returned/)).toBeVisible()
  })

  await test.step('the learner reads it at its place, answers, and hands in again', async () => {
    await learner.goto('/quests?status=active')
    await learner.getByRole('main').getByRole('link', { name: QUEST }).click()
    // Returned work is open already, once the page knows of it.
    await expect(async () => {
      const title = task.getByRole('button', { name: PIECE })
      if ((await title.getAttribute('aria-expanded')) === 'false') await title.click()
      await expect(task.getByText('Clear as day')).toBeVisible({ timeout: 3000 })
    }).toPass()
    await task.getByRole('button', { name: 'Comment 1: Which line is the loan?' }).click()
    await expect(task.locator('li:focus')).toContainText('Which line is the loan?')
    await task.getByRole('button', { name: 'Answer' }).click()
    await task.getByLabel('Your answer').fill('The red one. I will write it beside it.')
    await task.getByRole('button', { name: 'Send' }).click()
    await expect(task.getByText('The red one. I will write it beside it.')).toBeVisible()
    await task
      .getByLabel('Your evidence')
      .fill('The red line is the loan; the green one is saving.')
    await expect(task.getByText('Draft saved')).toBeVisible()
    await task.getByRole('button', { name: 'Submit' }).click()
    await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  })

  // Otherwise one email could be about both decisions, and name no piece in its subject.
  await expect(async () => {
    const { text } = await site.mail.take('student@example.org', /was read/)
    expect(text).toContain(`“${PIECE}” in “${QUEST}”: returned`)
  }).toPass()

  await test.step('the advisor sees what changed, accepts, and the letter quotes nothing', async () => {
    await openPiece(page, PIECE)
    await page.getByText('What changed since attempt 1').click()
    await expect(page.locator('ins').first()).toContainText('red')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText(/is accepted/)).toBeVisible()
    const letter = await site.mail.take('student@example.org', /Let time work.* was read/)
    expect(letter.text).toContain(`“${PIECE}” in “${QUEST}”: accepted`)
    expect(letter.text).not.toContain('Clear as day')
    answerLink = linkIn(letter, /#answer-/)
  })

  await test.step('its link leads somebody who is signed out to the answer box, by way of the sign-in page', async () => {
    const signedOut = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signedOut.goto(answerLink)
    await signedOut.getByLabel('Email', { exact: true }).fill('student@example.org')
    await signedOut.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
    await signedOut.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(signedOut.getByLabel('Your answer')).toBeFocused()
    await signedOut.context().close()
  })

  await learner.context().close()
})
