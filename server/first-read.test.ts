import { afterAll, beforeAll, expect, test } from 'vitest'

import { progress } from '#contract/progress'
import { countStatements, type Trace } from '#platform/trace'
import { eventually } from '#testing/eventually'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let last: Trace | undefined
beforeAll(async () => {
  app = await startApp()
  app.http.addHook('onResponse', async ({ trace }) => void (last = trace))
})
afterAll(() => app.stop())

test('the first dashboard of a session takes two statements: the session with the version, and the page', async () => {
  // A node reads the catalog once.
  await (await app.person()).call(progress).dashboard()
  const learner = await app.person()
  last = undefined
  await learner.call(progress).dashboard()
  await eventually(async () => expect(last).toBeDefined())
  expect(countStatements(last!)).toBe(2)
})
