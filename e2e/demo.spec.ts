import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from './site.ts'

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const step = (page: Page, number: number) =>
  expect(page.getByRole('main').getByText(`Step ${number} of 7`)).toBeVisible()

/** Presses Tab until the target has focus. */
const tabTo = async (page: Page, target: ReturnType<Page['locator']>) => {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

const press = async (page: Page, name: string) => {
  await tabTo(page, button(page, name).first())
  await page.keyboard.press('Enter')
}

const open = async (page: Page) => {
  await page.goto('/demo')
  await step(page, 1)
  await expect(page.getByRole('radio', { name: /student/ })).toBeEnabled()
}

const begin = async (page: Page, name = 'Ada') => {
  await open(page)
  await page.getByRole('radio', { name: /student/ }).click()
  await step(page, 2)
  await page.getByLabel('Your first name').fill(name)
  await button(page, 'Next').click()
  await step(page, 3)
}

const completeAll = async (page: Page) => {
  const left = button(page, 'Complete')
  while ((await left.count()) > 0) {
    await page.getByRole('main').getByRole('textbox').first().fill('I tried it, and it held.')
    await left.first().click()
  }
}

for (const [persona, index, width] of [
  ['student', 0, 320],
  ['parent', 1, 1280],
  ['educator', 2, 320],
] as const) {
  test(`as ${persona}, at ${width} px, the keyboard alone leads from the first step to the last`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 })
    await open(page)
    const radios = page.locator('input[name="persona"]')
    await tabTo(page, radios.first())
    // Arrow keys move the selection without advancing; the first press selects the second radio button.
    for (let presses = 0; presses < index; presses += 1) await page.keyboard.press('ArrowDown')
    await step(page, 1)
    await page.keyboard.press(index === 0 ? 'Space' : 'Enter')
    await step(page, 2)
    await expect(page.getByText('Accredited diploma')).toHaveCount(persona === 'parent' ? 1 : 0)

    await tabTo(page, page.getByLabel('Your first name'))
    await page.keyboard.type('Ada')
    if (persona !== 'student') {
      await page.keyboard.press('Tab')
      await page.keyboard.type('Kit')
    }
    await press(page, 'Next')
    await step(page, 3)

    await press(page, 'Next')
    await expect(page.getByText('Choose at least one quest')).toBeVisible()
    await tabTo(page, page.getByRole('checkbox', { name: 'Design a pocket park' }))
    await page.keyboard.press('Space')
    await expect(page.getByText('1 of 4')).toBeVisible()
    await press(page, 'Next')
    await step(page, 4)

    await tabTo(page, page.getByRole('main').getByRole('textbox').first())
    await page.keyboard.type('The bench is always in the sun.')
    await press(page, 'Complete')
    await expect(page.getByRole('status').getByText('70 XP')).toBeVisible()
    await press(page, 'Next')
    await step(page, 5)
    await press(page, 'See diploma')
    await step(page, 6)
    const diploma = page.getByRole('article', { name: 'Sample diploma' })
    await expect(diploma).toContainText(persona === 'student' ? 'Ada' : 'Kit')
    await expect(diploma).toContainText('70 XP')
    await press(page, 'Finish')
    await step(page, 7)
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create account' }))
  })
}

test('it begins with a task, whose XP and quest stay chosen in the steps that follow', async ({
  page,
}) => {
  await open(page)
  await page.getByLabel('Your evidence').fill('The lid is low, the spoon is high.')
  await button(page, 'Complete').click()
  await expect(page.getByRole('status').getByText('60 XP')).toBeVisible()
  await page.getByRole('radio', { name: /student/ }).click()
  await step(page, 2)
  await button(page, 'Next').click()
  await expect(page.getByRole('checkbox', { name: 'The invisible orchestra' })).toBeChecked()
  await button(page, 'Next').click()
  await step(page, 4)
  await expect(page.getByText('The lid is low, the spoon is high.')).toBeVisible()
})

test('four quests add up to the XP of the client’s specification, bonus included', async ({
  page,
}) => {
  await begin(page)
  const totals = await page
    .getByRole('main')
    .getByText(/^\d+ XP$/)
    .allTextContents()
  expect(totals).toEqual(['300 XP', '350 XP', '400 XP', '350 XP'])
  for (const quest of await page.getByRole('checkbox').all()) await quest.check()
  await expect(page.getByText('4 of 4')).toBeVisible()
  await button(page, 'Next').click()

  for (let quest = 0; quest < 4; quest += 1) {
    await completeAll(page)
    await expect(page.getByText(/Quest complete: \d+ XP bonus/)).toBeVisible()
    if (quest < 3) {
      const others = page.getByRole('main').locator('h3:text("Your other quests") + p button')
      await others.nth(quest).click()
      await expect(button(page, 'Complete').first()).toBeVisible()
    }
  }
  // 300 + 350 + 400 + 350, plus half of it.
  await expect(page.getByRole('status').getByText('2100 XP')).toBeVisible()
  await button(page, 'Next').click()
  await button(page, 'See diploma').click()
  await expect(page.getByRole('article', { name: 'Sample diploma' })).toContainText('2100 XP')
})

test('the academy plan shows the accredited option, and marks the diploma', async ({ page }) => {
  await begin(page)
  await page.getByRole('checkbox', { name: 'The invisible orchestra' }).check()
  await button(page, 'Next').click()
  await page.getByRole('main').getByRole('textbox').first().fill('Ten sounds')
  await button(page, 'Complete').first().click()
  await button(page, 'Next').click()
  const option = page.getByText('Accredited diploma', { exact: true })
  await expect(option).toHaveCount(0)
  await page.getByRole('radio', { name: /Academy/ }).check()
  await expect(option).toBeVisible()
  await expect(page.getByLabel('Who can see it', { exact: true })).toHaveValue('public')
  await button(page, 'See diploma').click()
  const diploma = page.getByRole('article', { name: 'Sample diploma' })
  await expect(diploma).toContainText('Accredited by the academy')
  await expect(diploma).toContainText('Sample')
})

test('a reload goes on where one was; nothing was sent to the server', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await begin(page)
  await page.getByRole('checkbox', { name: 'Design a pocket park' }).check()
  await button(page, 'Next').click()
  await page.getByRole('main').getByRole('textbox').first().fill('A quiet corner')
  await button(page, 'Complete').first().click()
  await page.reload()
  await step(page, 4)
  await expect(page.getByText('A quiet corner')).toBeVisible()
  await expect(page.getByRole('status').getByText('70 XP')).toBeVisible()
  expect(sent).toEqual([])
})

for (const damaged of ['{', '[]', '{"currentStep":3}', '"2"', '{"currentStep":99,"persona":{}}']) {
  test(`the saved state ${damaged} starts the demo over`, async ({ page }) => {
    await page.addInitScript((value) => sessionStorage.setItem('lodestar-demo', value), damaged)
    await open(page)
    // Not `check`, which looks at the radio button again when the step is already another.
    await page.getByRole('radio', { name: /teacher/ }).click()
    await step(page, 2)
  })
}

for (const name of [
  'W'.repeat(200),
  'شيماء بنت عبد الرحمن',
  '👩‍🚀👨‍👩‍👧‍👦 Zoë',
  '<img src=x onerror=alert(1)><b>Ada</b>',
]) {
  test(`the name ${name.slice(0, 24)} is text, fits, and comes along to registration`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 720 })
    await begin(page, name)
    await page.getByRole('checkbox', { name: 'Design a pocket park' }).check()
    await button(page, 'Next').click()
    await page.getByRole('main').getByRole('textbox').first().fill(name)
    await button(page, 'Complete').first().click()
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
    await button(page, 'Next').click()
    await button(page, 'See diploma').click()
    await expect(
      page.getByRole('article', { name: 'Sample diploma' }).getByText(name, { exact: true }),
    ).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    await expect(page.getByRole('main').locator('img, b')).toHaveCount(0)
    await button(page, 'Finish').click()
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
    await expect(page.getByLabel('First name')).toHaveValue(name)
  })
}

test('interests come along to registration', async ({ page }) => {
  await open(page)
  await page.getByRole('radio', { name: /parent/ }).check()
  await page.getByLabel('Interests').fill('Maps & motorbikes')
  await button(page, 'Next').click()
  await page.goto('/register')
  await expect(page.getByLabel('Interests')).toHaveValue('Maps & motorbikes')
  await expect(page.getByRole('radio', { name: /parent/ })).toBeChecked()
})

for (const [kind, start] of [
  ['PNG', '\u0089PNG'],
  ['PDF', '%PDF-1.4'],
] as const) {
  test(`the diploma is kept as ${kind}, made in the browser`, async ({ page }) => {
    await begin(page)
    await page.getByRole('checkbox', { name: 'Design a pocket park' }).check()
    await button(page, 'Next').click()
    await page.getByRole('main').getByRole('textbox').first().fill('Drawn to scale')
    await button(page, 'Complete').first().click()
    await button(page, 'Next').click()
    await button(page, 'See diploma').click()
    const downloading = page.waitForEvent('download')
    await button(page, `Download ${kind}`).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`lodestar-sample-diploma.${kind.toLowerCase()}`)
    const content = await readFile(await download.path(), 'latin1')
    expect(content.slice(0, start.length)).toBe(start)
    expect(content.length).toBeGreaterThan(20_000)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, words] of [
    ['/', 'Make something real'],
    ['/promo', 'The bridge breaks'],
    ['/demo', 'Who are you?'],
    ['/consultation', 'How the half hour goes'],
    ['/terms', 'What you make stays yours'],
    ['/privacy', 'For children'],
    ['/academy-agreement', 'Who signs'],
    ['/academy-handbook', 'A usual week'],
    ['/login', 'Welcome back'],
    ['/register', 'Create your account'],
    ['/subscription/success', 'Your subscription'],
  ] as const) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(words)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    })
  }
})

test('a visitor with stale tokens is left in peace on every public page', async ({
  page,
  context,
  expectError,
}) => {
  expectError('401 /api/auth/me')
  expectError('401 /api/auth/refresh')
  await context.addInitScript(() => {
    localStorage.setItem('app_access_token', 'stale')
    localStorage.setItem('app_refresh_token', 'stale')
  })
  for (const path of ['/demo', '/promo', '/terms', '/academy-handbook', '/subscription/success']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
