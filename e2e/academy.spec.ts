import type { Page } from '@playwright/test'

import { linkIn } from '#testing/mail-sink'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

/** A time zone in which it is not close to midnight, so that an hour from now is the same day. */
const dayTimeZone = (now: Date) => {
  const hour = now.getUTCHours()
  return hour >= 2 && hour < 20 ? 'Europe/London' : 'Asia/Tokyo'
}

/** Local time in a time zone some minutes from now, formatted for date and time inputs. */
const wallIn = (timeZone: string, minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ')
  return { day, time }
}

const offerTimes = async (page: Page) => {
  const zone = dayTimeZone(new Date())
  const [first, last] = [wallIn(zone, 4), wallIn(zone, 4 + 90)]
  await page.goto('/advisor/bookings/hours')
  await page.getByLabel('Families can book a consultation with me').check()
  await page.getByLabel('Video call link').fill('https://meet.example.org/leila')
  await page.getByLabel('Your time zone').fill(zone === 'Asia/Tokyo' ? 'Japan' : 'United Kingdom')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('What').selectOption('extra')
  await page.getByLabel('Date').fill(first.day)
  await page.getByLabel('From').fill(first.time)
  await page.getByLabel('To', { exact: true }).fill(last.time)
  await page.getByLabel('Hours of notice').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your hours have been saved')).toBeVisible()
}

test('a stranger books from another time zone, is met, joins the academy, and has a diploma that anybody can verify', async ({
  page,
  browser,
  site,
}) => {
  const family = `family-${Date.now()}@example.net`
  await signIn(page, 'educator@example.org')
  await offerTimes(page)

  const stranger = await (
    await browser.newContext({ baseURL: site.url, timezoneId: 'Pacific/Auckland', locale: 'en-US' })
  ).newPage()
  await stranger.goto('/consultation')
  const times = stranger.getByRole('radio', { name: /Leila Haddad/ })
  await expect(stranger.getByLabel('Times are shown for')).toHaveValue(/^Auckland/)
  await expect(times.first()).toHaveAccessibleName(/in (London|Tokyo)/)
  await times.nth(1).check()
  await stranger.getByLabel('Your name').fill('Ines Moreau')
  await stranger.getByLabel('Email').fill(family)
  await stranger
    .getByLabel('What should the teacher know beforehand?')
    .fill('Léo is 16 and builds kites.')
  await stranger.getByRole('button', { name: 'Book this time' }).click()
  await expect(stranger.getByText('please check your email')).toBeVisible()

  await stranger.goto(linkIn(await site.mail.take(family, /confirm/), /\/consultation\//))
  await stranger.getByRole('button', { name: 'Confirm' }).click()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(
    'Your consultation is booked',
  )
  await stranger.getByRole('button', { name: 'Choose another time' }).click()
  const dialog = stranger.getByRole('dialog')
  await dialog
    .getByRole('radio', { name: /Leila Haddad/ })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'Take this time' }).click()
  await expect(dialog).toBeHidden()
  const moved = await site.mail.take(family, /new time/)
  expect(moved.text).toContain('Pacific/Auckland')

  await page.goto('/advisor/bookings')
  const booking = page.getByRole('listitem').filter({ hasText: 'Ines Moreau' })
  await expect(booking).toContainText('builds kites')
  await booking.getByRole('button', { name: /We have met/ }).click()
  await booking.getByRole('button', { name: /Invite the family/ }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(booking.getByText(/Invited on/)).toBeVisible()
  expect((await site.mail.take(family, /invitation/)).text).toContain('Leila Haddad')
  expect((await site.mail.take(family, /first quests/)).text).toContain('suggests')

  const learner = `leo-${Date.now()}@example.net`
  await register(stranger, { firstName: 'Léo', email: learner, dateOfBirth: '2010-05-04' })
  await stranger.goto(linkIn(await site.mail.take(learner), /verify-email/))
  const admin = await (await browser.newContext({ baseURL: site.url, locale: 'en-US' })).newPage()
  await signIn(admin, 'admin@example.org', { to: '/admin/advisors' })
  const waiting = admin.getByRole('listitem').filter({ hasText: 'Léo Lovelace' })
  const colleague = waiting.getByRole('option', { name: /Leila Haddad/ })
  await waiting.getByRole('combobox').selectOption((await colleague.getAttribute('value')) ?? '')
  await waiting.getByRole('button').click()
  await expect(waiting).toHaveCount(0)

  await page.goto('/advisor/learners')
  await page.getByRole('link', { name: /Léo/ }).click()
  await page.getByRole('tab', { name: 'Record' }).click()
  await page.getByRole('button', { name: 'Prepare an agreement' }).click()
  await page.getByLabel('Where', { exact: true }).fill('Reading room')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Record the signatures' }).click()
  await page.getByLabel('Name').nth(1).fill('Ines Moreau')
  await page
    .getByLabel('Add a photograph or PDF')
    .setInputFiles('content/sample/files/signed-agreement.png')
  await expect(page.getByRole('dialog').getByText('signed-agreement.webp')).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(
    page.getByText('An admin still has to countersign it for the academy.'),
  ).toBeVisible()

  await admin.goto('/admin/agreements?state=signed')
  await admin.getByRole('button', { name: 'Countersign for Léo Lovelace' }).click()
  await expect(admin.getByText('Léo Lovelace has joined the academy')).toBeVisible()
  await admin.goto('/admin/agreements?state=countersigned')
  await admin.getByRole('link', { name: 'Léo Lovelace', exact: true }).click()
  await admin.getByRole('tab', { name: 'Record' }).click()
  await admin.getByRole('button', { name: 'Issue the diploma' }).click()
  await admin.getByLabel('Reason for the waiver').fill('Credits of another school, seen on paper.')
  await admin.getByRole('button', { name: 'Issue diploma' }).click()

  await signIn(stranger, learner, { password: PASSWORD })
  await stranger.goto('/diploma')
  await expect(stranger.getByRole('heading', { name: 'Academy agreement' })).toBeVisible()
  const address = await stranger
    .getByRole('link', { name: 'See what others see' })
    .getAttribute('href')
  const reader = await (await browser.newContext({ baseURL: site.url, locale: 'en-US' })).newPage()
  await reader.goto(address ?? '')
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Genuine')
  await expect(reader.getByText('High School Diploma').first()).toBeVisible()
})
