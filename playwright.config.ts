import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { defineConfig } from '@playwright/test'

/** The system's Chromium, at best the one without a screen: browsers of Playwright's own are not downloaded. */
const chromium = ['chromium-headless-shell', 'chromium']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path))

export default defineConfig({
  testDir: 'e2e',
  // Each has a site of its own, for all journeys of its files. With three, journeys wait for each other, and all take as long.
  workers: 2,
  timeout: 120_000,
  // On a fresh site. What needs it is listed as flaky, and is to be mended.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    actionTimeout: 30_000,
    // Requests that a worker answers cannot be changed by a test; where it matters, a file says so.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a journey does not live long enough to earn what optimising its scripts costs: a fifth of the machine's time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
