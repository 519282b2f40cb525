import { linkIn } from '#testing/mail-sink'

import { expect, signIn, test } from './site.ts'

test('a child asks about a task, says something that a grown-up should know, and the mother reads, acts and decides', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'child@example.org', { to: '/quests?status=active' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /dice game fair/ })
    .click()
  await page.getByRole('link', { name: 'Ask the tutor about “Catch the unfair game”' }).click()
  await expect(page.getByText('Your family can read what you write here').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Catch the unfair game' })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(
    'I’m stuck on “Catch the unfair game”. Can you give me a hint?',
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('tabpanel').getByText(/Here is a worked step from/)).toBeVisible()

  await page.getByLabel('Message').fill('How many rolls are enough?')
  // Enter sends once the answer before is complete.
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await page.keyboard.press('Enter')
  const said = page.getByRole('tabpanel')
  await expect(said.getByText(/In task \d, “Catch the unfair game”, it says:/)).toBeVisible()
  await page.getByLabel('Message').fill('Everyone would be better off without me, said the marmot')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said.getByText('Please talk to somebody you trust now')).toBeVisible()
  const help = page.getByRole('region', { name: 'People who help' }).last()
  await help.getByLabel('Country').selectOption('GB')
  await expect(help.getByRole('link', { name: 'Call 0800 1111' })).toHaveAttribute(
    'href',
    'tel:08001111',
  )

  const letter = await site.mail.take('parent@example.org', /safety report about Noah/)
  expect(letter.text).not.toContain('marmot')
  const mother = await (await browser.newContext()).newPage()
  await signIn(mother, 'parent@example.org')
  await mother.goto(linkIn(letter, /parent\/dashboard/))
  const report = mother
    .getByRole('listitem')
    .filter({ hasText: 'Self-harm or despair' })
    .filter({ hasText: 'marmot' })
  await expect(report.getByText('Serious')).toBeVisible()
  await report.getByRole('button', { name: 'I have acted on it' }).click()
  await expect(report.getByText('State: Acted on')).toBeVisible()
  await report.getByRole('link', { name: 'Read the conversation' }).click()
  await expect(mother.getByText('How many rolls are enough?')).toBeVisible()
  await mother.goBack()

  await mother.getByText('Hours, minutes and topics').click()
  await mother.getByLabel('Topics to avoid').fill('Fortnite')
  await mother.getByLabel('Minutes per day').fill('2000')
  await mother.getByRole('button', { name: 'Save' }).click()
  await expect(mother.getByText('Please enter 0 to 1440 minutes').first()).toBeVisible()
  await mother.getByLabel('Minutes per day').fill('90')
  await mother.getByRole('button', { name: 'Save' }).click()
  await expect(
    mother.getByText('Saved. The settings apply from the next message.').first(),
  ).toBeVisible()
  await mother.context().close()

  await page.getByLabel('Message').fill('What is the best Fortnite skin?')
  await page.keyboard.press('Enter')
  await expect(
    said.getByText('Your family has decided that I do not talk about this'),
  ).toBeVisible()
  await page.reload()
  await expect(said.getByText('What is the best Fortnite skin?')).toBeVisible()
})

test('a message that does not arrive stays, and arrives once', async ({ page, expectError }) => {
  expectError(/net::ERR_\w+ \/api\/tutor\/conversations\/[\w-]+\/messages/)
  await signIn(page, 'student@example.org', { to: '/communication/tutor' })
  await page.getByRole('button', { name: 'New conversation' }).click()
  const messages = (url: URL) => url.pathname.endsWith('/messages')
  // The message arrives, but the response is lost.
  await page.route(messages, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Message').fill('Why is the sea salty?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Your message was not sent')
  await page.unroute(messages)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Tutor, built-in questions')).toHaveCount(1)
  await expect(page.getByText('Why is the sea salty?')).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Why is the sea salty?')).toHaveCount(1)
})
