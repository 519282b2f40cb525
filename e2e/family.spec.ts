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

test('a guardian who does not see the work opens what their other permissions open', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'parent@example.org', { to: '/parent/dashboard' })
  await page.getByRole('link', { name: 'Noah Lindqvist' }).click()
  await page.getByText('Invite a parent or guardian').click()
  await page.getByRole('textbox', { name: 'Email' }).fill('aunt@example.net')
  await page.getByRole('checkbox', { name: /See work/ }).uncheck()
  await page.getByRole('checkbox', { name: /conversations with the tutor/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const invitation = linkIn(await site.mail.take('aunt@example.net'), /guardian-invitation/)

  const aunt = await (await browser.newContext()).newPage()
  await register(aunt, { firstName: 'Karin', email: 'aunt@example.net', isParent: true })
  await aunt.goto(linkIn(await site.mail.take('aunt@example.net', /confirm/i), /verify-email/))
  await expect(aunt.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await signIn(aunt, 'aunt@example.net', { password: PASSWORD, to: invitation })
  await aunt.getByRole('button', { name: 'Accept' }).click()
  await expect(aunt.getByRole('heading', { level: 1 })).toHaveText('Noah')
  await expect(aunt.getByRole('heading', { name: 'Safety reports' })).toBeVisible()
  await expect(aunt.getByRole('button', { name: 'I have seen it' }).first()).toBeVisible()
  await expect(aunt.getByRole('button', { name: 'Give up your access' })).toBeVisible()
  await expect(aunt.getByRole('heading', { name: 'Work handed in' })).toHaveCount(0)
  await aunt.context().close()
})
