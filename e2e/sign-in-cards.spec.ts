import type { Page } from '@playwright/test'

import { linkIn } from '#testing/mail-sink'

import { expect, signIn, test } from './site.ts'

/** Presses the confirming button and returns the links on the new cards, which are nowhere on the page as text. */
const makeCards = async (page: Page): Promise<string[]> => {
  const answer = page.waitForResponse((response) =>
    /\/card(s)?$/.test(new URL(response.url()).pathname),
  )
  await page.getByRole('button', { name: 'Make and show' }).click()
  const reply = (await (await answer).json()) as { url: string } | { items: { url: string }[] }
  return ('items' in reply ? reply.items : [reply]).map(({ url }) => url)
}

/** Replaces the browser's speech, which has no voices here. Records what is said. */
const giveVoice = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = []
    const voices = [{ lang: 'en-GB', localService: true, name: 'A voice' }]
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: ({ text }: { text: string }) => void said.push(text),
      cancel: () => void said.push('(stopped)'),
    })
    class Utterance extends EventTarget {
      readonly text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said })
  })

/** A child of seven gets one big card, and a quest without points that is read aloud; leaving the page stops it. */
const readsToMe = async (page: Page) => {
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  const main = page.getByRole('main')
  const decisions = main.getByRole('navigation', { name: 'You decide' })
  await expect(decisions.getByRole('link')).toHaveCount(4)
  const read = main.getByRole('button', { name: /^Read to me/ }).first()
  await read.click()
  const title = await main.getByRole('heading', { level: 2 }).first().innerText()
  expect((await said()).at(-1)).toContain(title)
  await expect(main).not.toContainText(/XP|level|credit/i)

  await decisions.getByRole('link', { name: 'Choose another quest' }).click()
  await page.getByRole('region', { name: 'Quests' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Start quest' }).click()
  for (const name of ['Take a photo', 'Record your voice', 'Draw'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Video link' })).toHaveCount(0)
  await expect(main).not.toContainText('XP')
  await read.click()
  await expect(page.getByRole('button', { name: /^Stop reading/ })).toBeVisible()
  const before = await said()
  expect(before.at(-1)).toMatch(/\w+ \w+/)
  await page.getByRole('link', { name: 'All quests' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(async () => (await said()).at(-1)).toBe('(stopped)')

  await page.goto('/credits')
  await expect(main.getByRole('heading', { name: 'This comes later' })).toBeVisible()
  await expect(main).not.toContainText(/\d/)
}

test('a teacher adds a child without an address, the mother agrees, a printed card signs the child in, and ends', async ({
  page,
  site,
  browser,
}) => {
  const mum = 'card-mum@example.net'
  const elsewhere = async () => (await browser.newContext()).newPage()
  await signIn(page, 'advisor@example.org', { to: '/advisor/learners' })
  await page.getByRole('tab', { name: 'Cards' }).click()
  await page.getByRole('button', { name: 'Add a child' }).click()
  await page.getByLabel('First name').fill('Zoë')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Date of birth').fill('2019-03-04')
  await page.getByLabel('Email of a parent or guardian').fill(mum)
  await page.getByRole('button', { name: 'Add the child' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Zoë Berg' })
  await expect(row.getByText('Waits for a guardian’s consent')).toBeVisible()

  const mother = await elsewhere()
  await mother.goto(linkIn(await site.mail.take(mum, /would like to use/), /\/consent\//))
  await mother.getByLabel('Your name').fill('Ada Berg')
  await mother.getByRole('button', { name: 'I am Zoë’s parent or guardian, and I agree' }).click()
  const { text = '' } = await site.mail.take(mum, /confirmation code/)
  await mother.getByLabel('Code').fill(/code is (\d{6})/.exec(text)?.[1] ?? '')
  await mother.getByRole('button', { name: 'Confirm' }).click()
  await expect(mother.getByText('Thank you. The account is open.')).toBeVisible()

  await page.reload()
  await expect(row.getByText('No card')).toBeVisible()
  await page.getByRole('checkbox', { name: 'All of them' }).uncheck()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Make 1 card' }).click()
  const [url = ''] = await makeCards(page)
  await expect(page.getByRole('img', { name: 'Sign-in card of Zoë' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Cards' })).toBeHidden()
  await expect(page.getByText('Lost it?')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // A card never replaces the session of somebody else.
  const secret = new URL(url).hash
  const other = await page.context().newPage()
  await other.goto(`/card${secret}`)
  await expect(other.getByText(/is signed in here/)).toBeVisible()
  expect(other.url()).not.toContain('#')
  await other.close()

  const child = await elsewhere()
  await giveVoice(child)
  await child.goto(`${site.url}/card${secret}`)
  await expect(child.getByRole('heading', { name: 'Hello! Are you Zoë?' })).toBeVisible()
  expect(child.url()).not.toContain('#')
  await child.getByRole('button', { name: 'Yes, I am Zoë' }).click()
  await expect(child.getByRole('heading', { level: 1 })).toContainText('Zoë')
  await readsToMe(child)
  await child.goto(`${site.url}/profile`)
  await expect(child.getByText('You’re signed in with your card.')).toBeVisible()
  await expect(child.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/advisor/learners')
  await page.getByRole('link', { name: 'Zoë Berg' }).click()
  await page.getByRole('button', { name: 'End the card' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('No sign-in card')).toBeVisible()
  await child.goto(`${site.url}/dashboard`)
  await expect(child).toHaveURL(/\/login/)
  await child.goto(`${site.url}/card${secret}`)
  await expect(child.getByText(/This card doesn’t work any more/)).toBeVisible()
})
