import sharp from 'sharp'

import { expect, signIn, signOut, test, workerIsReady } from './site.ts'

test.use({ serviceWorkers: 'allow' })

const photo = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})

const QUEST = 'How many feet is a house'

test('a draft with two photographs that is made without a network is handed in once when there is one', async ({
  page: first,
  context,
}) => {
  const submissions: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/submit')) submissions.push(request.url())
  })
  await signIn(first, 'student@example.org', { to: `/quests?search=${QUEST}` })
  await first
    .getByRole('main')
    .getByRole('link', { name: new RegExp(QUEST, 'i') })
    .click()
  await first.getByRole('button', { name: /(Start|Resume) quest/ }).click()
  await expect(first.getByLabel('Your evidence').first()).toBeVisible()
  const address = first.url()
  await first.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(first.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
  await workerIsReady(first)
  await first.close()

  await context.setOffline(true)
  const second = await context.newPage()
  await second.goto('/dashboard')
  await expect(second.getByText(/No connection/)).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
  await second.goto(address)
  await second.getByLabel('Your evidence').first().fill('Two doors of our street.')
  const files = second.locator('input[type=file]').first()
  await files.setInputFiles([await photo('red.jpg', '#a33'), await photo('blue.jpg', '#33a')])
  await expect(second.getByText(/stays on this device and will be sent/)).toHaveCount(2)
  await second.close()

  const third = await context.newPage()
  await third.goto(address)
  await expect(third.getByLabel('Your evidence').first()).toHaveValue('Two doors of our street.')
  await expect(third.getByText('red.jpg')).toBeVisible()
  await expect(third.getByText('blue.jpg')).toBeVisible()
  await third.getByRole('button', { name: 'Submit' }).click()
  await expect(third.getByText('This will be handed in when you are back online.')).toBeVisible()
  await third.goto('/dashboard')
  expect(submissions).toEqual([])

  await context.setOffline(false)
  const card = third.getByRole('region', { name: 'Work being handed in' })
  await expect(card.getByRole('button', { name: /^Hand in now/ })).toBeVisible()
  await card.getByRole('button', { name: /^Hand in now/ }).click()
  await expect(third.getByText(/ has been handed in$/)).toBeVisible()
  await third.goto(address)
  const task = third
    .getByRole('listitem')
    .filter({ has: third.getByRole('heading', { level: 3 }) })
    .first()
  await expect(task.getByText('Handed in', { exact: true }).first()).toBeVisible()
  await task.getByRole('button', { expanded: false }).click()
  await expect(task.getByRole('img')).toHaveCount(2)
  expect(submissions).toHaveLength(1)

  await third.getByRole('button', { name: 'Logout' }).click()
  await expect(third.getByText('Logged out successfully')).toBeVisible()
  const left = () =>
    third.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(left).toEqual([])
})

test('signing out saves what was written without a network, whichever page is open, and asks before anything is lost', async ({
  page: first,
  context,
}) => {
  await signIn(first, 'leilani@example.org', { to: `/quests?search=${QUEST}` })
  await first
    .getByRole('main')
    .getByRole('link', { name: new RegExp(QUEST, 'i') })
    .click()
  await first.getByRole('button', { name: /(Start|Resume) quest/ }).click()
  await expect(first.getByLabel('Your evidence').first()).toBeVisible()
  const address = first.url()
  await workerIsReady(first)
  await first.goto('/dashboard')
  await expect(first.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await first.close()

  await context.setOffline(true)
  const second = await context.newPage()
  await second.goto(address)
  await second.getByLabel('Your evidence').first().fill('Written on the bus.')
  await second
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photo('bus.jpg', '#3a3')])
  await expect(second.getByText(/stays on this device and will be sent/)).toHaveCount(1)
  await second.goto('/dashboard')
  await expect(second.getByText(/No connection/)).toBeVisible()

  await context.setOffline(false)
  await expect(second.getByText(/No connection/)).toBeHidden()
  await context.route(/\/draft$/, (route) => route.fulfill({ status: 503 }))
  await second.getByRole('button', { name: 'Logout' }).click()
  await expect(
    second.getByRole('heading', { name: 'Some of your work is not saved yet' }),
  ).toBeVisible()
  await second.getByRole('button', { name: 'Stay signed in' }).click()
  await context.unroute(/\/draft$/)
  await signOut(second)

  await signIn(second, 'leilani@example.org', { to: address })
  await expect(second.getByLabel('Your evidence').first()).toHaveValue('Written on the bus.')
  await expect(second.getByRole('main').locator('img[src*="/api/files/"]')).toBeVisible()
})
