import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

test('a mother invites the father, who sees what his scopes give, and she sees what he has read', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'parent@example.org')
  await page.getByRole('link', { name: 'Family Dashboard' }).first().click()
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya')
  await expect(page.getByRole('heading', { name: 'Work handed in' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Your children' }).getByText('Noah').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noah')

  await page.getByText('Invite a parent or guardian').click()
  await page.getByRole('textbox', { name: 'Email' }).fill('father@example.net')
  await page.getByLabel('Relationship').fill('Father')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(
    page.getByRole('button', { name: 'Withdraw the invitation to father@example.net' }),
  ).toBeVisible()
  const invitation = linkIn(await site.mail.take('father@example.net'), /guardian-invitation/)

  const father = await (await browser.newContext()).newPage()
  await father.goto(invitation)
  await expect(father.getByText('Ingrid invites father@example.net to look after')).toBeVisible()
  await register(father, { firstName: 'Lars', email: 'father@example.net', isParent: true })
  await father.goto(linkIn(await site.mail.take('father@example.net', /confirm/i), /verify-email/))
  await expect(father.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await signIn(father, 'father@example.net', { password: PASSWORD })
  await father.goto(invitation)
  await father.getByRole('button', { name: 'Accept' }).click()
  await expect(father.getByRole('heading', { level: 1 })).toHaveText('Noah')
  await expect(father.getByText('Invite a parent or guardian')).toHaveCount(0)

  await page.reload()
  await expect(page.getByText(/Lars Lovelace \(guardian\) read work/).first()).toBeVisible()
  await father.context().close()
})
