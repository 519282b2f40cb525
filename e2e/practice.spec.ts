import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from '@playwright/test'
import pg from 'pg'

import type { PracticeSet } from '#contract/practice'
import { solveExercise } from '#rules/practice/check-answer'
import { generateQuestion, practiceSeed } from '#rules/practice/generate'

import { expect, keysOnDevice, signIn, test, workerIsReady } from './site.ts'

const QUEST = 'Is this dice game fair?'
const SLUG = 'chances-of-two-dice'

/** Lets a week pass for a site's practice: everything practised becomes due. */
const passWeek = async (dataDir: string): Promise<void> => {
  const cluster = path.join(dataDir, 'postgres/cluster')
  const password = (await readFile(path.join(dataDir, 'postgres/password'), 'utf8')).trim()
  const [, , , , host = ''] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split(
    '\n',
  )
  const client = new pg.Client({ user: 'lodestar', password, database: 'lodestar', host })
  await client.connect()
  await client.query('update practice_results set due_on = due_on - 7')
  await client.end()
}

type Learner = { id: string; set: PracticeSet }

const formOn = (page: Page) =>
  page.locator('form', { has: page.getByRole('button', { name: /^(Check|Next question)$/ }) })

/** The exercise on the page, and its number of tries. */
const shownExercise = async (page: Page, { set }: Learner, tries: Map<string, number>) => {
  const title = await formOn(page).getAttribute('aria-label')
  const exercise = set.exercises.find((each) => each.title === title)
  if (!exercise) throw new Error(`No exercise is called ${title}`)
  return { exercise, tries: tries.get(exercise.id) ?? 0 }
}

/** Answers the question on the page as the program would. */
const answerRightly = async (page: Page, learner: Learner, tries: Map<string, number>) => {
  const { exercise, tries: count } = await shownExercise(page, learner, tries)
  const seed = practiceSeed(learner.id, SLUG, exercise.id, count)
  const solution = solveExercise(exercise, seed)
  const form = formOn(page)
  const { options, lefts } = generateQuestion(exercise, seed)
  const textOf = (index: number) => options.find((option) => option.index === index)!.text
  if (exercise.kind === 'choice') await form.getByLabel(textOf(0)).check()
  if (exercise.kind === 'match') {
    for (const [index, left] of lefts.entries())
      await form.getByLabel(left).selectOption({ label: textOf(index) })
  }
  if (exercise.kind === 'order')
    await sortOnPage(
      page,
      exercise.items.map((_, i) => textOf(i)),
    )
  if (typeof solution === 'string') await form.getByLabel(/^Your /).fill(solution)
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByText('Right', { exact: true })).toBeVisible()
  tries.set(exercise.id, count + 1)
  await form.getByRole('button', { name: 'Next question' }).click()
}

/** Moves the items up one by one, by their buttons. */
const sortOnPage = async (page: Page, wanted: readonly string[]) => {
  for (const [place, text] of wanted.entries()) {
    const up = page.getByRole('button', { name: `Move “${text}” up` })
    const at = (await page.locator('fieldset li').allTextContents()).findIndex((row) =>
      row.includes(text),
    )
    for (let left = at - place; left > 0; left -= 1) await up.click()
  }
}

test('a learner practises, gets a wrong answer explained, masters it on three days, and the advisor sees it', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(480_000)
  await signIn(page, 'child@example.org')
  const replied = page.waitForResponse((response) => response.url().endsWith(`/practice/${SLUG}`))
  await page.goto('/quests')
  await page.getByRole('link', { name: QUEST }).first().click()
  const set = (await (await replied).json()) as PracticeSet
  const id = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id,
  )
  const learner = { id, set }
  const tries = new Map<string, number>()
  const { length } = set.exercises

  await test.step('a foreseen mistake is explained, hints come one by one, and the solution on request', async () => {
    await page.getByRole('button', { name: `Practise ${length}` }).click()
    const { exercise } = await shownExercise(page, learner, tries)
    const { s } = sumIn(generateQuestion(exercise, practiceSeed(id, SLUG, exercise.id, 0)).question)
    await page.getByLabel('Your number').fill(String(s))
    await page.getByLabel('Your number').press('Enter')
    await expect(page.getByText('That is the sum itself.')).toBeVisible()
    await page.getByRole('button', { name: 'Give me a hint' }).click()
    await expect(page.getByText('The red die may show 1.')).toBeVisible()
    await page.getByRole('button', { name: 'Show me why' }).click()
    await expect(page.getByText('Write them down as pairs, red first.')).toBeVisible()
    tries.set(exercise.id, 1)
    await page.getByRole('button', { name: 'Next question' }).click()
  })

  await test.step('the others are answered, the wrong one comes again with other numbers', async () => {
    for (let left = length; left > 0; left -= 1) await answerRightly(page, learner, tries)
    await expect(page.getByText('Done for today')).toBeVisible()
    await expect(page.getByText('On the way')).toHaveCount(length)
  })

  await test.step('on two other days they are due on the first screen, and right again', async () => {
    for (const day of [2, 3]) {
      await expect(async () => {
        await page.goto('/practice')
        await expect(page.getByText('due today')).toHaveCount(0)
        await expect(page.getByText('New')).toHaveCount(0)
      }).toPass()
      await passWeek(site.dataDir)
      await page.goto('/dashboard')
      await page.getByRole('link', { name: `${length} exercises are due` }).click()
      for (let left = length; left > 0; left -= 1) await answerRightly(page, learner, tries)
      await expect(
        page.getByText(day === 3 ? 'Mastered' : 'On the way', { exact: true }),
      ).toHaveCount(length)
    }
  })

  await test.step('nothing is due any more, and the worksheet has its answers on a page of its own', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
    await expect(page.getByText(/exercises are due/)).toHaveCount(0)
    await page.goto(`/practice/${SLUG}`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Answers', { exact: true })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('the advisor sees it', async () => {
    const advisor = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signIn(advisor, 'advisor@example.org', { to: `/advisor/learners/${id}` })
    await expect(advisor.getByText(`${length} of ${length} mastered`)).toBeVisible()
    await advisor.getByText('Chances of two dice').click()
    await expect(advisor.getByText('Counting the ways to a sum')).toBeVisible()
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a learner practises, and every answer arrives once there is one', async ({
    page: first,
    context,
  }) => {
    await signIn(first, 'student@example.org')
    const replied = first.waitForResponse((response) =>
      response.url().endsWith(`/api/practice/${SLUG}`),
    )
    await first.goto(`/practice/${SLUG}`)
    const set = (await (await replied).json()) as PracticeSet
    const id = await first.evaluate(
      () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id,
    )
    // A page that is left before it has saved its reply keeps no copy of it.
    await expect
      .poll(() => keysOnDevice(first, 'replies'))
      .toContainEqual(expect.stringContaining(SLUG))
    await first.goto('/dashboard')
    await workerIsReady(first)
    await first.close()

    await context.setOffline(true)
    const second = await context.newPage()
    await second.goto(`/practice/${SLUG}`)
    const tries = new Map<string, number>()
    await answerRightly(second, { id, set }, tries)
    await answerRightly(second, { id, set }, tries)
    await second.close()

    const third = await context.newPage()
    await third.goto('/dashboard')
    await expect(third.getByText(/No connection/)).toBeVisible()
    const sent = third.waitForResponse((response) => response.url().endsWith('/answers'))
    await context.setOffline(false)
    expect(await (await sent).json()).toMatchObject({
      practised: expect.arrayContaining(
        [...tries.keys()].map((exercise) =>
          expect.objectContaining({ id: exercise, tries: 1, status: 'practising' }),
        ),
      ),
    })
    const due = `${set.exercises.length - tries.size} exercises are due: ${set.title}`
    await expect(third.getByRole('link', { name: due })).toBeVisible()
  })
})

const sumIn = (question: string) => ({ s: Number(/sum (\d+)/.exec(question)?.[1]) })
