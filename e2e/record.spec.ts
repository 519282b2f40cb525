import { expect, signIn, test } from './site.ts'

test('a learner opens the evidence behind a figure, and plans quests, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'student@example.org')
  await page.getByRole('link', { name: 'Diploma' }).click()
  await page.getByText('Counted in credits').click()
  await page.getByRole('link', { name: 'Your credits' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credits')

  const science = page.getByRole('button', {
    name: /Earned .* in Science: show the evidence/,
  })
  await science.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Science: earned' })
  await expect(dialog.getByRole('link').first()).toBeVisible()
  await expect(dialog.getByText(/\d+ of \d+ XP/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(science).toBeFocused()

  const years = page.getByRole('status').filter({ hasText: /^About [\d.]+ years$/ })
  const atFirst = await years.innerText()
  await page.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect(years).not.toHaveText(atFirst)

  await page.getByRole('tab', { name: 'By subject' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Plan ahead' })).toBeFocused()
  const planned = page.getByText(/^\d+ quests would earn/)
  const before = Number.parseInt(await planned.innerText(), 10)
  const quest = page.getByRole('checkbox', { name: /A hotel for small guests/ })
  await quest.focus()
  await page.keyboard.press('Space')
  await expect(quest).toBeChecked()
  await expect(planned).toHaveText(
    new RegExp(`^${before + 1} quests would earn [\\d,]+ XP, or .*(credit|hour)`),
  )
  await expect(page.getByText(/\+ .+ planned/).first()).toBeVisible()

  const save = page.getByRole('button', { name: 'Save' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saved' })).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /A hotel for small guests/ })).toBeChecked()
  await page.getByRole('tab', { name: 'By subject' }).click()
  await expect(page.getByRole('button', { name: /Planned .* in Science/ })).toBeVisible()
})

test.describe('a transcript', () => {
  test('is issued by the advisor, shared by the learner, read by a stranger, and revoked', async ({
    page,
    browser,
    site,
  }) => {
    await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
    await page.getByRole('link', { name: /Maya/ }).click()
    await page.getByRole('tab', { name: 'Record' }).click()
    await page.getByRole('button', { name: 'Issue a transcript' }).click()
    await page.getByLabel('Issued to').fill('Registrar, Westbrook College')
    await page.getByRole('button', { name: 'Issue transcript' }).click()
    const issued = page.getByRole('listitem').filter({ hasText: 'Westbrook College' })
    await expect(issued.getByText('Valid', { exact: true })).toBeVisible()
    const number = (await issued.getByText(/^LS-\d{4}-\d{6}$/).textContent()) ?? ''

    const learner = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
    const maya = await learner.newPage()
    await signIn(maya, 'student@example.org', { to: '/transcript' })
    await expect(maya.getByText('Registrar, Westbrook College').first()).toBeVisible()
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('transcript-unofficial.pdf')
    await maya.getByLabel('Who it is for').fill('Admissions')
    await maya
      .getByLabel('What it shows')
      .selectOption({ label: `${number}, for Registrar, Westbrook College` })
    await maya.getByRole('button', { name: 'Create a link' }).click()
    // Other tests create links for her at the same time.
    const link = maya.getByRole('listitem').filter({ hasText: 'Admissions' })
    const address = (await link.getByText(/\/transcript\/shared\//).textContent()) ?? ''

    const outside = await browser.newContext({ locale: 'en-US' })
    const stranger = await outside.newPage()
    await stranger.goto(address)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
    await expect(stranger.getByText('official transcript, and it is valid')).toBeVisible()
    await expect(stranger.getByText(number)).toBeVisible()
    await maya.reload()
    await expect(link.getByText(/opened once/)).toBeVisible()

    await issued.getByRole('button', { name: 'Revoke' }).click()
    await page.getByLabel('Reason').fill('Issued for the wrong term.')
    await page.getByLabel('Transcript number').fill('LS-0000-000000')
    await page.getByRole('button', { name: 'Revoke transcript' }).click()
    await expect(page.getByText('This is not the transcript number')).toBeVisible()
    await page.getByLabel('Transcript number').fill(number)
    await page.getByRole('button', { name: 'Revoke transcript' }).click()
    await expect(issued.getByText('Revoked', { exact: true })).toBeVisible()
    await stranger.reload()
    await expect(stranger.getByText('Issued for the wrong term.')).toBeVisible()

    await link.getByRole('button', { name: /^Turn off/ }).click()
    await expect(link.getByRole('button', { name: /^Turn off/ })).toHaveCount(0)
    await stranger.reload()
    await expect(
      stranger.getByRole('heading', { name: 'Transcript not found' }).first(),
    ).toBeVisible()
    await learner.close()
    await outside.close()
  })
})

test('an advisor awards a badge, and the learner finds it with what was said', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('link', { name: /Maya/ }).click()
  await page.getByRole('tab', { name: 'Record' }).click()
  await page.getByRole('button', { name: 'Award Quiet courage' }).click()
  await page.getByRole('button', { name: 'Award badge' }).click()
  await expect(page.getByText('Please give a reason').first()).toBeVisible()
  await page.getByLabel('Reason').fill('You read your poem aloud although your voice shook.')
  await page.getByRole('button', { name: 'Award badge' }).click()
  const card = page.getByRole('region', { name: 'Badges' })
  await expect(card.getByText('You read your poem aloud')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Award Quiet courage' })).toHaveCount(0)

  const learner = await browser.newContext({ baseURL: site.url })
  const maya = await learner.newPage()
  await signIn(maya, 'student@example.org', { to: '/badges?show=earned&search=courage' })
  await maya
    .getByRole('link', { name: /Quiet Courage/ })
    .first()
    .click()
  await expect(maya.getByText('You read your poem aloud')).toBeVisible()
  await learner.close()
})
