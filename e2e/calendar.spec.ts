import type { Locator, Page } from '@playwright/test'

import { expect, PASSWORD, register, signIn, test } from './site.ts'

const LESSONS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:lesson@school',
  'SUMMARY:Cello',
  'DTSTART;TZID=W. Europe Standard Time:20300109T160000',
  'DTEND;TZID=W. Europe Standard Time:20300109T170000',
  'RRULE:FREQ=WEEKLY;COUNT=2',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:bomb@school',
  'SUMMARY:Every second',
  'DTSTART:20300109T160000Z',
  'RRULE:FREQ=SECONDLY',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

/** Drags with the mouse, slowly enough for the grid to track it. */
const drag = async (page: Page, from: Locator, to: Locator) => {
  await from.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const target = (await to.boundingBox())!
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2]
  await page.mouse.move(x - 8, y - 8, { steps: 12 })
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

test('a calendar of one’s own: by form, by hand, by keyboard, and in another program', async ({
  page,
  site,
  request,
}) => {
  const email = 'calendar@example.org'
  await register(page, { firstName: 'Wilma', email, dateOfBirth: '2000-03-01' })
  const { text = '' } = await site.mail.take(email)
  await page.goto(/http\S+verify-email\S+/.exec(text)![0])
  await expect(page.getByText(/is confirmed|verified/i).first()).toBeVisible()
  await signIn(page, email, { password: PASSWORD })

  await page.goto('/calendar?view=month&day=2030-01-01')
  const dayCell = (day: string) => page.locator(`[data-date="${day}"]`).first()
  const items = (name: RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'New event' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please add a title')).toBeVisible()
  await dialog.getByLabel('Title').fill('Choir')
  await dialog.getByLabel('First day').fill('2030-01-07')
  await dialog.getByLabel('From').fill('18:00')
  await dialog.getByLabel('To', { exact: true }).fill('19:30')
  await dialog.getByLabel('Repeats').selectOption('week')
  await dialog.getByLabel('Stops repeating').selectOption('count')
  await dialog.getByLabel('How many times').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(items(/Choir/)).toHaveCount(3)

  // By keyboard; only one occurrence of the series.
  await items(/Choir/).nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Every week on Monday, 3 times')).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Title').fill('Concert')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(items(/Concert/)).toHaveCount(1)
  await expect(items(/Choir/)).toHaveCount(2)

  // By dragging: a single event moves immediately; for a series, a form asks which occurrences.
  await page.getByRole('button', { name: 'New event' }).click()
  await dialog.getByLabel('Title').fill('Dentist')
  await dialog.getByLabel('All day').check()
  await dialog.getByLabel('First day').fill('2030-01-15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await drag(page, items(/Dentist/), dayCell('2030-01-17'))
  await expect(page.getByText('“Dentist” has been moved')).toBeVisible()
  await page.reload()
  await items(/Dentist/).click()
  await expect(dialog.getByText(/January 17, 2030, all day/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await drag(page, items(/Choir/).first(), dayCell('2030-01-08'))
  await dialog.getByRole('radio', { name: 'All events' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await items(/Choir/).last().click()
  await expect(dialog.getByText('Every week on Tuesday, 3 times')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The plan is the single source of planned days.
  await page.goto('/plan')
  await page.getByRole('button', { name: 'Add a quest' }).click()
  await page.getByRole('searchbox').fill('tree')
  await page.getByRole('button', { name: /^Choose The Story of One Tree/i }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()
  await page.goto('/calendar?view=month&day=2030-01-01')
  const wishes = page.getByRole('region', { name: 'In your plan, without a day' })
  await expect(items(/Choir/)).toHaveCount(2)
  await drag(page, wishes.getByRole('listitem'), dayCell('2030-01-30'))
  await expect(items(/Planned: The Story of One Tree/i)).toHaveCount(1)
  await expect(wishes).toHaveCount(0)

  // Subscription in another program: a new link revokes the old one.
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await dialog.getByRole('button', { name: /Create a link/ }).click()
  const link = dialog.getByLabel('Your new link')
  const first = await link.inputValue()
  expect(await (await request.get(first)).text()).toMatch(
    /SUMMARY:Concert[\s\S]*The Story of One Tree/i,
  )
  await dialog.getByRole('button', { name: /Create a new link/ }).click()
  await expect(link).not.toHaveValue(first)
  expect((await request.get(first)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Import from another program.
  await page.getByRole('button', { name: 'Import' }).click()
  const file = { name: 'school.ics', mimeType: 'text/calendar', buffer: Buffer.from(LESSONS) }
  await dialog.getByLabel('File').setInputFiles(file)
  await expect(dialog.getByText('1 new, 1 skipped')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 event' }).click()
  await expect(items(/Cello/)).toHaveCount(2)
  await items(/Cello/).first().click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('radio', { name: 'All events' }).check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(items(/Cello/)).toHaveCount(0)
})

test('a parent has the children’s dates beside their own, and hides whose they want', async ({
  page,
}) => {
  await signIn(page, 'parent@example.org', { to: '/calendar?view=list' })
  const swimming = page.getByRole('button', { name: /Noah: Swimming/ })
  await expect(swimming.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Parents’ evening/ })).toBeVisible()
  await swimming.first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('checkbox', { name: 'Noah' }).uncheck()
  await expect(swimming).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Maya: / }).first()).toBeVisible()
})
