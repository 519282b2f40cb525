import fc from 'fast-check'
import { expect, test } from 'vitest'

import { newsSince, type VisitMark } from './visits.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-22T17:00:00Z')
const at = (minutes: number) => new Date(START + minutes * MINUTE)

/** Marks after visits at these minutes. */
const after = (looks: readonly number[]) =>
  looks.reduce<VisitMark | undefined>(
    (mark, minute) => ({
      since: newsSince(mark, at(minute)),
      seen_at: at(minute).toISOString(),
    }),
    undefined,
  )

test('nothing is new on the first visit, however often the page is reloaded', () => {
  expect(newsSince(undefined, at(0))).toBeNull()
  expect(newsSince(after([0, 5, 20]), at(25))).toBeNull()
})

test('on the second visit, what came after the end of the first is new, and stays so in a second tab', () => {
  const end = at(20).toISOString()
  expect(newsSince(after([0, 20]), at(500))).toBe(end)
  expect(newsSince(after([0, 20, 500, 501, 529]), at(530))).toBe(end)
})

test('nothing is told as new twice, and nothing is left out', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(gaps, (pauses) => {
      const looks = pauses.reduce<number[]>((all, gap) => [...all, (all.at(-1) ?? 0) + gap], [])
      const told = looks.map((minute, i) => newsSince(after(looks.slice(0, i)), at(minute)))
      for (const [i, since] of told.entries()) {
        const isNewVisit = i > 0 && looks[i]! - looks[i - 1]! >= 30
        if (isNewVisit) expect(since).toBe(at(looks[i - 1]!).toISOString())
        else expect(since).toBe(told[i - 1] ?? null)
      }
    }),
  )
})
