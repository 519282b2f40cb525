import type { BrowserContext, Locator, Page, Request } from '@playwright/test'

import { expect, keysOnDevice, signIn, test } from './site.ts'

/** Opens a quest from the hub, as people do: the document is another page's. */
const openQuest = async (page: Page, search: string) => {
  await page.goto(`/quests?search=${search}`)
  await page.getByRole('region', { name: 'Quests' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
}

/**
 * Moving pictures and a tone in place of a camera and a microphone: Chromium without a window has none. What records them is
 * the browser's own.
 */
const standInForDevices = (context: BrowserContext) =>
  context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async ({ audio, video }: MediaStreamConstraints = {}) => {
      const stream = new MediaStream()
      if (video) {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const pen = canvas.getContext('2d')!
        setInterval(() => {
          pen.fillStyle = `hsl(${Date.now() / 20} 80% 50%)`
          pen.fillRect(0, 0, canvas.width, canvas.height)
        }, 50)
        for (const track of canvas.captureStream(20).getTracks()) stream.addTrack(track)
      }
      if (audio) {
        const sound = new AudioContext()
        const tone = sound.createOscillator()
        const out = sound.createMediaStreamDestination()
        tone.connect(out)
        tone.start()
        for (const track of out.stream.getTracks()) stream.addTrack(track)
      }
      return stream
    }
  })

/** Above the fold: nothing covers it, and nobody has to scroll to it. */
const expectReachable = async (page: Page, target: Locator) => {
  await expect(target).toBeInViewport({ ratio: 1 })
  // Fails if another element would receive the click.
  await target.click({ trial: true })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
}

/** As when the person looks at another tab for a moment. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })

/** Number of files that this device keeps for the person. */
const countSaved = async (page: Page) => (await keysOnDevice(page, 'files')).length

/** The draft of the page that was left may still be on its way when the page opens again: both are merged. */
const MERGED = /^409 \/api\/tasks\/[^/]+\/draft$/

const startQuest = async (page: Page, search: string) => {
  await openQuest(page, search)
  await page.getByRole('button', { name: /(Start|Resume) quest/ }).click()
  await page.getByLabel('Your evidence').fill('I tried it.')
  await expect(page.getByText('Draft saved')).toBeVisible()
}

const isSubmission = (request: Request) => /\/api\/tasks\/[^/]+\/submit$/.test(request.url())

/** Takes a photo up to the question of what happens to it. */
const takePhoto = async (page: Page) => {
  const camera = page.getByRole('region', { name: 'Take a photo' })
  await camera.getByRole('button', { name: 'Take the photo' }).click()
  await expect(camera.getByRole('button', { name: 'Add the photo' })).toBeVisible()
  return camera
}

test('a quest starts above the fold, and its current task alone is open', async ({ page }) => {
  await signIn(page, 'student@example.org', { to: '/quests' })
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await openQuest(page, 'apple+core')
    await expectReachable(page, page.getByRole('button', { name: 'Start quest' }))
  }
  await page.getByRole('button', { name: 'Start quest' }).click()
  await expect(page.getByRole('button', { name: /^Continue: / })).toBeVisible()
  const titles = page.getByRole('heading', { level: 3 }).getByRole('button')
  await expect(titles.and(page.locator('[aria-expanded=true]'))).toHaveCount(1)
  await expect(titles.first()).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel('Your evidence')).toHaveCount(1)

  await page.getByLabel('Your evidence').fill('Half of it will be gone.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await titles.last().click()
  await expect(titles.last()).toBeInViewport()
  await expect(titles.first()).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Your evidence')).toHaveValue('')
  await titles.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your evidence')).toHaveValue('Half of it will be gone.')

  await page.reload()
  await expectReachable(page, page.getByRole('button', { name: /^Continue: / }))
  await page.getByRole('button', { name: /^Continue: / }).click()
  await expect(page.getByLabel('Your evidence')).toBeInViewport()
})

test('a photo that is drawn on and a voice are evidence, made in the page', async ({
  page,
  context,
  expectError,
}) => {
  expectError(MERGED, 'perhaps')
  await standInForDevices(context)
  await signIn(page, 'student@example.org', { to: '/quests' })
  await openQuest(page, 'secrets+in+plain')
  await page.getByRole('button', { name: 'Start quest' }).click()
  await page.getByLabel('Your evidence').fill('My wheel.')
  await expect(page.getByText('Draft saved')).toBeVisible()

  // The document is the hub's, which may not use the camera: the page loads anew, at the same place.
  await page.getByRole('button', { name: 'Take a photo' }).click()
  const camera = page.getByRole('region', { name: 'Take a photo' })
  await camera.getByRole('button', { name: 'Take the photo' }).click()
  await expect(page.getByLabel('Your evidence')).toHaveValue('My wheel.')
  await camera.getByRole('button', { name: 'Draw on it' }).click()
  const sheet = page.getByRole('img', { name: 'An empty sheet to draw on' })
  await page.getByRole('radio', { name: 'Red' }).check()
  await sheet.scrollIntoViewIfNeeded()
  const box = (await sheet.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 120, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Your drawing: 1 line' })).toBeVisible()
  await page.getByRole('button', { name: 'Add the drawing' }).click()
  await expect(page.getByLabel('What does the picture show?')).toBeVisible()

  await page.getByRole('button', { name: 'Record your voice' }).click()
  const recorder = page.getByRole('region', { name: 'Record your voice' })
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await expect(recorder.getByRole('timer')).toHaveText('0:03')
  await recorder.getByRole('button', { name: 'Stop recording' }).click()
  await expect(recorder.getByLabel('Your recording')).toBeVisible()
  await recorder.getByRole('button', { name: 'Add the recording' }).click()
  await expect(page.getByRole('link', { name: 'Open the file' })).toBeVisible()
  await expect(page.getByText('Draft saved')).toBeVisible()

  // An unfinished recording is saved.
  await page.getByRole('button', { name: 'Record your voice' }).click()
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await expect(recorder.getByRole('timer')).toHaveText('0:03')
  await page.getByRole('link', { name: 'All quests' }).click()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Open the file' })).toHaveCount(2)
  await expect(page.getByText('Draft saved')).toBeVisible()

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Handed in', { exact: true }).first()).toBeVisible()
  const sound = page.locator('audio').first()
  await expect
    .poll(() => sound.evaluate((player: HTMLAudioElement) => player.duration))
    .toBeGreaterThan(1)
})

test('nothing is handed in while a photo is in question, and none that was taken again is kept', async ({
  page,
  context,
  expectError,
}) => {
  expectError(MERGED, 'perhaps')
  await standInForDevices(context)
  await signIn(page, 'student@example.org', { to: '/quests' })
  await startQuest(page, 'kite')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await takePhoto(page)

  // The page was loaded for the camera once. Loaded again, it waits for a press.
  await page.reload()
  await page.getByRole('button', { name: 'Take a photo' }).click()
  const camera = await takePhoto(page)
  const before = await countSaved(page)
  await hide(page)
  await expect.poll(() => countSaved(page)).toBe(before + 1)
  await camera.getByRole('button', { name: 'Take another' }).click()
  await expect.poll(() => countSaved(page)).toBe(before)

  await takePhoto(page)
  await hide(page)
  await expect.poll(() => countSaved(page)).toBe(before + 1)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Add your photo, recording or drawing first')).toBeVisible()
  await camera.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => countSaved(page)).toBe(before)
  const sent = page.waitForRequest(isSubmission)
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ blocks: [{ text: 'I tried it.' }] })
  await expect(page.getByText('Handed in', { exact: true }).first()).toBeVisible()
})

test('a drawing that is left is a piece of the draft when the task is opened again', async ({
  page,
  expectError,
}) => {
  expectError(MERGED, 'perhaps')
  await signIn(page, 'student@example.org', { to: '/quests' })
  await startQuest(page, 'panels')
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('img', { name: 'An empty sheet to draw on' }).click()
  await expect(page.getByRole('img', { name: 'Your drawing: 1 line' })).toBeVisible()
  await page.getByRole('link', { name: 'All quests' }).click()
  await page.goBack()
  await expect(page.getByLabel('What does the picture show?')).toBeVisible()
})

test('what is unfinished in one tab is neither taken nor handed in by another', async ({
  page,
  context,
  expectError,
}) => {
  expectError(MERGED, 'perhaps')
  await signIn(page, 'student@example.org', { to: '/quests' })
  await startQuest(page, 'playground')
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('img', { name: 'An empty sheet to draw on' }).click()
  await expect(page.getByRole('img', { name: 'Your drawing: 1 line' })).toBeVisible()
  await hide(page)
  await expect.poll(() => countSaved(page)).toBeGreaterThan(0)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByLabel('Your evidence')).toHaveValue('I tried it.')
  const waiting = () =>
    other.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.filter(({ name }) => name?.startsWith('unfinished ')).length
    })
  await expect.poll(waiting).toBe(1)
  await expect(other.getByLabel('What does the picture show?')).toHaveCount(0)
  const sent = other.waitForRequest(isSubmission)
  await other.getByRole('button', { name: 'Submit' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ blocks: [{ text: 'I tried it.' }] })
  await expect(other.getByText('Handed in', { exact: true }).first()).toBeVisible()
})

test('a microphone that is allowed only after its part was closed is closed at once', async ({
  page,
  context,
  expectError,
}) => {
  expectError(MERGED, 'perhaps')
  await standInForDevices(context)
  // The browser's question stays open until `allow` is called.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const streams: MediaStream[] = []
    mediaDevices.getUserMedia = async (constraints) => {
      await new Promise<void>((resolve) => Object.assign(window, { allow: resolve, streams }))
      const stream = await open(constraints)
      streams.push(stream)
      return stream
    }
  })
  await signIn(page, 'student@example.org', { to: '/quests' })
  await startQuest(page, 'poem')
  await page.getByRole('button', { name: 'Record your voice' }).click()
  const recorder = page.getByRole('region', { name: 'Record your voice' })
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await page.waitForFunction(() => 'allow' in window)
  await recorder.getByRole('button', { name: 'Close' }).click()
  await expect(recorder).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow())
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
        stream.getTracks().map(({ readyState }) => readyState),
      ),
    )
  await expect.poll(states).toEqual(['ended'])
})

test('where the camera and the microphone are refused there is a sentence and a file field', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await signIn(page, 'student@example.org', { to: '/quests' })
  await openQuest(page, 'paper')
  const start = page.getByRole('button', { name: /(Start|Resume) quest/ })
  if (await start.isVisible()) await start.click()
  await page.getByRole('button', { name: 'Take a photo' }).click()
  const camera = page.getByRole('region', { name: 'Take a photo' })
  await expect(camera.getByRole('alert')).toContainText('This page may not use the camera.')
  await expect(camera.getByLabel('Choose a file instead')).toBeVisible()
  await camera.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeFocused()
  await page.getByRole('button', { name: 'Record your voice' }).click()
  const recorder = page.getByRole('region', { name: 'Record your voice' })
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await expect(recorder.getByRole('alert')).toContainText('This page may not use the microphone.')
})
