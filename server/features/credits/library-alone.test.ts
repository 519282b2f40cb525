import { afterAll, beforeAll, expect, test } from 'vitest'

import { credits } from '#contract/credits'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { creditParts } from '#rules/credits'
import type { Subject } from '#rules/subjects'
import { WEEKS_PER_YEAR } from '#rules/text/credit-amount'
import { wayToDiploma } from '#rules/way-to-diploma'
import { startApp, type TestApp } from '#testing/start-app'

import { shippedPlan, storeDiplomaPlan } from './plan.ts'

const START_AGE = 14
const LAST_AGE = 18
const HOURS_PER_WEEK = 15
const XP_PER_HOUR = 50
const XP_PER_YEAR = HOURS_PER_WEEK * WEEKS_PER_YEAR * XP_PER_HOUR

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await storeDiplomaPlan(app.db, { ...shippedPlan, version: 100 })
  await storeLibrary(app.db, await readQuestLibrary())
})
afterAll(() => app.stop())

/** Works through the library at a steady pace, always the shortest quest that fits the age. Returns XP by subject. */
const workThroughLibrary = async () => {
  const earned = new Map<Subject, number>()
  let xp = 0
  const left = (await readQuestLibrary()).toSorted((a, b) => a.estimated_hours - b.estimated_hours)
  for (;;) {
    const age = START_AGE + Math.floor(xp / XP_PER_YEAR)
    const next = left.findIndex(({ age_min, age_max }) => age_min <= age && age <= age_max)
    if (age > LAST_AGE || next < 0) return { earned, years: xp / XP_PER_YEAR }
    const [quest] = left.splice(next, 1)
    for (const task of quest!.tasks) {
      xp += task.xp
      for (const { subject, amount } of creditParts(task.xp, task.subjects)) {
        earned.set(subject, (earned.get(subject) ?? 0) + amount / 1000)
      }
    }
  }
}

test('a learner of 14 who works fifteen hours a week earns at least eight credits from the library alone', async () => {
  const { earned, years } = await workThroughLibrary()
  const counted = shippedPlan.subjects.map(({ subject, required }) =>
    Math.min(required, (earned.get(subject) ?? 0) / shippedPlan.xp_per_credit),
  )
  expect(counted.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(8)
  expect(years).toBeLessThan(LAST_AGE - START_AGE)
})

test('the planner shows the same hours, subject by subject, and where the rest comes from', async () => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(START_AGE) })
  const { rows, library } = await learner.call(credits).getPlanner()
  const { plan } = await learner.call(credits).getCredits()
  const { earned } = await workThroughLibrary()
  expect(new Map(library!.map(({ subject, xp }) => [subject, Math.round(xp)]))).toEqual(
    new Map([...earned].map(([subject, xp]) => [subject, Math.round(xp)])),
  )
  const ways = wayToDiploma(rows, library!, plan.xp_per_credit)
  expect(ways.map(({ subject }) => subject)).toEqual(plan.subjects.map(({ subject }) => subject))
  expect(ways.reduce((hours, { needed }) => hours + needed, 0)).toBe(22 * 120)
  for (const { subject, elsewhere } of ways) expect(elsewhere, subject).toBeGreaterThanOrEqual(0)
})
