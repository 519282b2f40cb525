import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  buildWebApp,
  environment,
  findProgram,
  installFromDebian,
  installPackages,
  node,
  root,
  stopWith,
} from './set-up.mjs'

// npm test: does whatever set-up is missing, then runs every test. Arguments choose some of them:
// npm test -- accounts -t 'a wrong password'

const args = process.argv.slice(2)
const hasJourneys = existsSync(join(root, 'playwright.config.ts'))

/** @typedef {{ passed: number, failed: number }} Score */
/** @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: TestFile[] }} FeatureReport */
/** @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} JourneyReport */

/** Chromium without what only a screen needs: the journeys take half as much of the machine with it. */
const HEADLESS = 'chromium-headless-shell'

const installChromium = () => {
  if (findProgram(HEADLESS)) return
  console.log('Installing Chromium, for the tests in a browser.')
  if (installFromDebian([HEADLESS]) || findProgram('chromium')) return
  stopWith(
    `The tests need Chromium. Install it (on Debian: sudo apt-get install ${HEADLESS}) and try again.`,
  )
}

const results = mkdtempSync(join(tmpdir(), 'lodestar-results-'))

/**
 * Runs one kind of test and reads its JSON report. A file that does not load counts as a failed test, and so does a run that ends
 * before it can say what failed.
 * @type {<R>(cli: string[], env: Record<string, string>, report: string, read: (report: R) => Score) => Score}
 */
const runTests = (cli, env, report, read) => {
  const { status } = spawnSync(node, cli, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...env },
  })
  const { passed, failed } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) }
}

/** @type {(test: { status: string }) => boolean} */
const isFailed = (test) => test.status === 'failed'

const runFeatureTests = () => {
  const report = join(results, 'vitest.json')
  return runTests(
    'node_modules/vitest/vitest.mjs run --passWithNoTests --reporter=default --reporter=json'
      .split(' ')
      .concat(`--outputFile.json=${report}`, args),
    {},
    report,
    (/** @type {FeatureReport} */ { numPassedTests, numFailedTests, testResults }) => {
      const unloadable = testResults.filter(
        (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
      )
      return { passed: numPassedTests, failed: numFailedTests + unloadable.length }
    },
  )
}

const runJourneys = () => {
  const report = join(results, 'playwright.json')
  return runTests(
    'node_modules/@playwright/test/cli.js test --pass-with-no-tests --reporter=list,json'
      .split(' ')
      .concat(args.map((arg) => (arg === '-t' ? '-g' : arg))),
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    (/** @type {JourneyReport} */ { stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }),
  )
}

installPackages()
if (hasJourneys) installChromium()
await buildWebApp()

const scores = [runFeatureTests()]
if (hasJourneys) scores.push(runJourneys())
rmSync(results, { recursive: true })

const total = (/** @type {keyof Score} */ key) => scores.reduce((sum, score) => sum + score[key], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') > 0 ? 1 : 0
