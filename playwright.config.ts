import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { defineConfig } from '@playwright/test'

/** The system's Chromium, preferably the headless shell: Playwright's own browsers are not downloaded. */
const chromium = ['chromium-headless-shell', 'chromium']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path))

export default defineConfig({
  testDir: 'e2e',
  // Each worker has its own site for all tests of its files. Three workers take as long, because they wait for each other.
  workers: 2,
  timeout: 240_000,
  // On a fresh site. Tests that need a retry are reported as flaky, and must be fixed.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    actionTimeout: 30_000,
    // Tests cannot intercept requests answered by a service worker; files that need one enable it.
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
        // A test pattern and a beep, for pages that are granted the camera or the microphone.
        '--use-fake-device-for-media-stream',
        // Test pages are too short-lived for optimized scripts to pay off: optimizing took a fifth of the CPU time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
