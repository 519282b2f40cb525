import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test'

import type { LoginReply } from '#contract/auth'
import { type MailSink, startMailSink } from '#testing/mail-sink'
import { freePort, startSite as startServer } from '#testing/running-site'

export { expect }

type Site = { url: string; mail: MailSink; dataDir: string }

/** The whole product as in production: its own process, database and files, with sample data and a mail server. */
const startSite = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lodestar-e2e-'))
  await chmod(dataDir, 0o711)
  const mail = await startMailSink()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: mail.url,
    // Seconds: long enough to undo, short enough to wait for.
    UNDO_SECONDS: '8',
  })
  const stop = async () => {
    await server.stop()
    await mail.stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, mail, dataDir, stop }
}

/** Another node of a site, with the same database and data folder. Restarted after `kill`, it has the same address. */
export const startNode = async ({ dataDir, mail }: Site) => {
  const cluster = path.join(dataDir, 'postgres/cluster')
  const password = (await readFile(path.join(dataDir, 'postgres/password'), 'utf8')).trim()
  const [, , , , socketFolder = ''] = (
    await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')
  ).split('\n')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://lodestar:${password}@localhost/lodestar?host=${encodeURIComponent(socketFolder)}`,
      PORT: String(port),
      PUBLIC_URL: url,
      SMTP_URL: mail.url,
    })
  return { url, start }
}

type Fixtures = {
  /**
   * Announces an error that the test provokes: a response as `404 /api/auth/me`, a connection error as `net::ERR_FAILED
   * /api/auth/me`, any other error by its message. A test fails on any other error in its page's console, and if an announced
   * error does not occur, unless it is optional ('perhaps').
   */
  expectError: (error: string | RegExp, when?: 'perhaps') => void
}

const nameOf = (message: ConsoleMessage): string => {
  const failure = /^Failed to load resource: .*?(net::\w+|(?<=status of )\d+)/.exec(message.text())
  return failure ? `${failure[1]} ${new URL(message.location().url).pathname}` : message.text()
}

export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { stop, ...site } = await startSite()
      await use(site)
      await stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectError: [
    async ({ page }, use) => {
      const expected: (string | RegExp)[] = []
      const possible: (string | RegExp)[] = []
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // The event stream breaks whenever the server or the network does, and reconnects automatically.
        if (message.type() === 'error' && !nameOf(message).endsWith(' /api/events'))
          errors.push(nameOf(message))
      })
      await use((error, when) => (when ? possible : expected).push(error))
      const isIt = (error: string) => (known: string | RegExp) =>
        typeof known === 'string' ? known === error : known.test(error)
      expect(errors.filter((error) => ![...expected, ...possible].some(isIt(error)))).toEqual([])
      expect(expected.filter((known) => !errors.some((error) => isIt(error)(known)))).toEqual([])
    },
    { auto: true },
  ],
})

export const SAMPLE_PASSWORD = 'Lodestar-sample-1!'
export const PASSWORD = 'Tr4vel&Muns!?'

/** Signs in through the API, because the form has its own tests, and opens a page. */
export const signIn = async (
  page: Page,
  email: string,
  { password = SAMPLE_PASSWORD, to = '/dashboard' } = {},
) => {
  // The cookie of an ended session may still exist, and the form then sends its token too.
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'csrf_token')?.value
  const answer = await page.request.post('/api/auth/login', {
    data: { email, password },
    headers: token ? { 'x-csrf-token': token } : {},
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  // The smallest document of the site's origin.
  await page.goto('/favicon.svg')
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    keptOf(await answer.json()),
  )
  await page.goto(to)
}

const keptOf = ({ user, app_access_token, app_refresh_token }: LoginReply) => ({
  user: JSON.stringify(user),
  app_access_token,
  app_refresh_token,
})

export const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
}

type NewPerson = {
  firstName: string
  email: string
  dateOfBirth?: string
  guardian?: string
  isParent?: boolean
}

/** Fills in and submits the registration form. */
export const register = async (page: Page, person: NewPerson) => {
  await page.goto('/register')
  if (person.isParent) await page.getByRole('radio', { name: /A parent or guardian/ }).check()
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Date of birth').fill(person.dateOfBirth ?? '2008-05-04')
  if (person.guardian) await page.getByLabel('Parent/guardian email').fill(person.guardian)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/email-verification$/)
}

/** The service worker has cached all files of the app, which can then open offline. */
export const workerIsReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().length > 50 && navigator.serviceWorker.controller !== null
      }),
    )
    .toBe(true)

/** Keys of what a browser keeps for its person: of replies to read offline, or of files not yet uploaded. */
export const keysOnDevice = (page: Page, kind: 'replies' | 'files'): Promise<string[]> =>
  page.evaluate(async (kind) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    // Opening it before the app does would create an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lodestar')) return []
    const store = await done(indexedDB.open('lodestar'))
    const keys = await done(store.transaction(kind).objectStore(kind).getAllKeys())
    store.close()
    return keys.map(String)
  }, kind)
