import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, signIn, test } from './site.ts'

const FILE = [
  'first_name,last_name,email,role,date_of_birth,parent_email,parent_name',
  'Ida,Roster,ida.roster@example.net,student,2011-05-01,ann.roster@example.net,Ann Roster',
  'Ole,Roster,ole.roster,student,2012-05-01,,',
].join('\n')

test('an admin brings a file, sees what is wrong with it, applies it, and who is new comes in', async ({
  page,
  site,
  browser,
}) => {
  await signIn(page, 'admin@example.org', { to: '/admin/imports' })
  await page.getByRole('radio', { name: /Simple CSV/ }).check()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'class-5.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('heading', { name: 'class-5.csv' })).toBeVisible()
  const wrong = page.getByRole('listitem').filter({ hasText: 'line 3' })
  await expect(wrong).toContainText('email')
  await expect(wrong).toContainText('Is not an email address')
  await page.getByRole('button', { name: 'Apply these changes' }).click()
  await expect(page.getByRole('link', { name: 'Ida Roster' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the emails' }).click()
  await expect(page.getByText('1 email is being sent')).toBeVisible()

  const ida = await (await browser.newContext()).newPage()
  await ida.goto(linkIn(await site.mail.take('ida.roster@example.net'), /reset-password/))
  await ida.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ida
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(ida.getByText(/password has been changed/i).first()).toBeVisible()
  await signIn(ida, 'ida.roster@example.net', { password: PASSWORD })
  await expect(ida.getByRole('heading', { level: 1 })).toContainText('Ida')
  await ida.context().close()
})
