import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

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

// npm test: completes the setup if necessary, then runs every test. Arguments select some of them:
// npm test -- accounts -t 'a wrong password'

const args = process.argv.slice(2)
const hasJourneys = existsSync(join(root, 'playwright.config.ts'))

/** @typedef {{ passed: number, failed: number, named?: string[] }} Score */
/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile */
/** @typedef {{ numPassedTests: number, testResults: TestFile[] }} FeatureReport */
/** @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} JourneyReport */

/** Chromium without display support, which halves the resources of the journeys. */
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
 * Runs one kind of test and reads its JSON report. A file that fails to load counts as a failed test, and so does a run that ends
 * without a report.
 * @type {<R>(cli: string[], env: Record<string, string>, report: string, read: (report: R) => Score) => Score}
 */
const runTests = (cli, env, report, read) => {
  const { status } = spawnSync(node, cli, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...env },
  })
  const score = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  return { ...score, failed: status === 0 ? score.failed : Math.max(1, score.failed) }
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
    (/** @type {FeatureReport} */ { numPassedTests, testResults }) => {
      const named = testResults
        .filter(isFailed)
        .flatMap(({ name, assertionResults }) =>
          (assertionResults.some(isFailed)
            ? assertionResults.filter(isFailed)
            : [{ fullName: 'does not load' }]
          ).map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
        )
      return { passed: numPassedTests, failed: named.length, named }
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

const total = (/** @type {'passed' | 'failed'} */ key) =>
  scores.reduce((sum, score) => sum + score[key], 0)
// Repeated here, because the journeys' report follows the original output.
for (const { named = [] } of scores) for (const name of named) console.log(`Failed: ${name}`)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') > 0 ? 1 : 0
