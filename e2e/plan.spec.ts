import { expect, signIn, test } from './site.ts'

const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

test('a plan is made together: a day, a proposal, and a week’s delay for all of it', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await page.getByRole('tab', { name: 'Plan' }).click()
  const plan = page.getByRole('list', { name: 'Planned quests' })

  await page.getByRole('button', { name: 'Add a quest' }).click()
  await page.getByRole('searchbox').fill('tree')
  await page.getByRole('button', { name: /^Choose The Story of One Tree/i }).click()
  const tree = plan.getByRole('listitem').filter({ hasText: /Story of One Tree/i })
  await tree.getByLabel('Day').fill(dayIn(3))
  await tree.getByRole('button', { name: /Move .* up/ }).click()
  await expect(page.getByText(/Story of One Tree.* is now number/i)).toBeAttached()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()

  const learner = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
  const maya = await learner.newPage()
  await signIn(maya, 'student@example.org')
  const soon = maya.getByRole('region', { name: 'Due soon' })
  await expect(soon.getByRole('link', { name: /Story of One Tree/i })).toBeVisible()
  await soon.getByRole('link', { name: 'Your plan' }).click()
  await expect(
    maya.getByRole('list', { name: 'Planned quests' }).getByText(/Story of One Tree/i),
  ).toBeVisible()
  await maya.getByRole('button', { name: 'Propose a quest' }).click()
  await maya.getByRole('searchbox').fill('how high')
  await maya.getByRole('button', { name: /^Choose How high is that/i }).click()
  await maya.getByLabel('For which day').fill(dayIn(10))
  await maya.getByLabel('Why would you like to do it?').fill('For my cousin’s birthday.')
  await maya.getByRole('button', { name: 'Send' }).click()
  const wish = maya.getByRole('listitem').filter({ hasText: 'cousin’s birthday' })
  await expect(wish.getByText('Waiting for a reply')).toBeVisible()

  await page.reload()
  const proposal = page.getByRole('listitem').filter({ hasText: 'cousin’s birthday' })
  await proposal.getByLabel('A note with your reply').fill('Lovely.')
  await proposal.getByRole('button', { name: /^Accept/ }).click()
  const height = plan.getByRole('listitem').filter({ hasText: /How high is that/i })
  await expect(height.getByLabel('Day')).toHaveValue(dayIn(10))

  await page.getByRole('button', { name: 'Move the plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the plan' })
  await dialog.getByLabel('By how much').selectOption({ label: 'A week later' })
  await expect(dialog.getByRole('status').getByText(/How high is that/i)).toBeVisible()
  await dialog.getByRole('button', { name: /^Move \d+ quests/ }).click()
  await expect(height.getByLabel('Day')).toHaveValue(dayIn(17))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()

  await maya.reload()
  await expect(wish.getByText('Reply: Lovely.')).toBeVisible()
  await maya.goto(`/plan/print?month=${dayIn(17).slice(0, 7)}`)
  await expect(maya.getByRole('cell').getByText(/How high is that/i)).toBeVisible()
  for (const format of ['A4', 'Letter']) {
    const pdf = await maya.pdf({ format, preferCSSPageSize: false })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
  await learner.close()
})

test('a learner proposes a quest of their own, and the advisor makes it theirs and plans it', async ({
  page,
  browser,
  site,
  expectError,
}) => {
  expectError(/^400 \/api\/learners\/[^/]+\/proposals\//)
  const maya = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(maya, 'student@example.org', { to: '/plan' })
  await maya.getByRole('button', { name: 'Propose your own quest' }).click()
  const form = maya.getByRole('dialog', { name: 'Propose your own quest' })
  await form.getByLabel('Title', { exact: true }).fill('A bench for the garden')
  await form.getByLabel('Hours of work').fill('6')
  await form.getByLabel('Task title').fill('Draw it and count the boards')
  await form.getByLabel('Add a subject').selectOption('mathematics')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(maya.getByRole('button', { name: 'Withdraw A bench' })).toBeVisible()

  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await page.getByRole('tab', { name: 'Plan' }).click()
  await page.getByRole('button', { name: 'Read A bench for the garden' }).click()
  const reading = page.getByRole('dialog', { name: /A bench for the garden/ })
  await reading.getByLabel('Hours of work').fill('')
  await reading.getByRole('button', { name: 'Save the quest' }).click()
  await expect(reading.getByRole('alert')).toContainText('Hours of work')
  await reading.getByLabel('Hours of work').fill('8')
  await reading.getByRole('button', { name: 'Save the quest' }).click()
  const planned = page.getByRole('list', { name: 'Planned quests' }).getByRole('listitem')
  await expect(planned.filter({ hasText: 'A bench for the garden' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()

  await maya.reload()
  const bench = maya.getByRole('list', { name: 'Planned quests' }).getByText('A bench')
  await expect(bench).toBeVisible()
  await maya.getByRole('link', { name: 'A bench for the garden' }).first().click()
  await maya.getByRole('button', { name: 'Start quest' }).click()
  await expect(maya.getByLabel('Your evidence')).toBeVisible()
  await maya.context().close()
})
