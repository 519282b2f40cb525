import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { startMailSink } from '#testing/mail-sink'
import type { MailSink } from '#testing/mail-sink'
import { freePort, startSite as startServer } from '#testing/running-site'

export { expect }

type Site = { url: string; mail: MailSink }

/** The whole product as people start it: its own process, database and files, with the sample world and a mail server. */
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
  })
  const stop = async () => {
    await server.stop()
    await mail.stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, mail, stop }
}

type Fixtures = {
  /** Fails the test when the page logs an error; `expected` lists what a test provokes. */
  expectedErrors: RegExp[]
  watched: undefined
}

export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { stop, ...site } = await startSite()
      await use(site)
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await use(undefined)
      expect(errors.filter((error) => !expectedErrors.some((known) => known.test(error)))).toEqual(
        [],
      )
    },
    { auto: true },
  ],
})

export const SAMPLE_PASSWORD = 'Lodestar-sample-1!'
export const PASSWORD = 'Tr4vel&Muns!?'

export const signIn = async (page: Page, email: string, password = SAMPLE_PASSWORD) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

type NewPerson = { firstName: string; email: string; dateOfBirth?: string; guardian?: string }

/** Fills and sends the registration form. */
export const register = async (page: Page, person: NewPerson) => {
  await page.goto('/register')
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
