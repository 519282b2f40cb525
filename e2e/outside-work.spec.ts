import { linkIn } from '#testing/mail-sink'

import { expect, signIn, test } from './site.ts'

test('a learner writes down an apprenticeship, its owner confirms fewer hours, and the advisor credits them', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'student@example.org', { to: '/credits' })
  await page.getByRole('tab', { name: 'Work outside' }).click()
  await expect(page.getByRole('heading', { name: 'Work outside', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Add work outside' }).click()
  const form = page.getByRole('dialog', { name: 'Work outside' })
  await form.getByRole('button', { name: 'Send to your advisor' }).click()
  await expect(form.getByRole('alert')).toContainText('11 answers need your attention')
  await form.getByLabel('Kind').selectOption('Apprenticeship')
  await form.getByLabel('Subject').selectOption('Technology')
  await form.getByLabel('What you did').fill('Apprentice baker')
  await form.getByLabel('Where').fill('The Corner Bakery')
  await form.getByLabel('First day').fill('2026-06-01')
  await form.getByLabel('Last day').fill('2026-07-31')
  await form.getByLabel('Hours in all').fill('60')
  await form.getByLabel('What you learned').fill('Sourdough, from flour to loaf.')
  await form.getByLabel('Name of a witness').fill('Jo Baker')
  await form.getByLabel('Who that is').fill('Owner')
  await form.getByLabel('Their email address').fill('jo@bakery.example')
  await form.getByRole('button', { name: 'Send to your advisor' }).click()
  await expect(page.getByText('Waits for the advisor')).toBeVisible()

  const advisor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(advisor, 'advisor@example.org', { to: '/advisor/learners' })
  await advisor
    .getByRole('link', { name: /Maya Lindqvist/ })
    .first()
    .click()
  await advisor.getByRole('tab', { name: 'Record' }).click()
  const work = advisor.getByRole('region', { name: 'Work outside' })
  await work.getByRole('button', { name: 'Ask the witness' }).click()
  await advisor.getByRole('button', { name: 'Send the email' }).click()
  await expect(work.getByText('Waits for the witness')).toBeVisible()

  const letter = await site.mail.take('jo@bakery.example', /hours/)
  expect(letter.text).not.toContain('Lindqvist')
  const witness = await (await browser.newContext()).newPage()
  await witness.goto(linkIn(letter, /witness/))
  await expect(witness.getByText('The Corner Bakery')).toBeVisible()
  await witness.getByLabel('Hours that you can confirm').fill('48')
  await witness.getByRole('button', { name: 'Confirm the hours' }).click()
  await expect(witness.getByText('You have confirmed 48 hours. Thank you.')).toBeVisible()
  await witness.context().close()

  await advisor.reload()
  await work.getByRole('button', { name: 'Credit 48 hours' }).click()
  await advisor.getByRole('button', { name: 'Record credit' }).click()
  await expect(work.getByText('Credited')).toBeVisible()
  await advisor.context().close()

  await page.goto('/transcript')
  await expect(page.getByText('Work outside school, confirmed by a witness.')).toBeVisible()
  await expect(page.getByText('The Corner Bakery')).toBeVisible()
})
