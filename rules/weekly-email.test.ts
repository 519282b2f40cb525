import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { weeklyEmailDue } from './weekly-email.ts'

const QUARTER_MS = 15 * 60_000
const WEEK_MS = 7 * 24 * 3_600_000

describe('the week’s letter is due', () => {
  test.each([
    ['Europe/Berlin', '2026-11-22T15:59:00Z', undefined],
    ['Europe/Berlin', '2026-11-22T16:00:00Z', '2026-11-22'],
    // The same local hour after clocks were set back, and forward.
    ['Europe/Berlin', '2026-10-25T15:59:00Z', undefined],
    ['Europe/Berlin', '2026-10-25T16:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-03-29T14:59:00Z', undefined],
    ['Europe/Berlin', '2026-03-29T15:00:00Z', '2026-03-29'],
    // Half and quarter hours, and both sides of the date line.
    ['Asia/Kathmandu', '2026-11-22T11:15:00Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-22T03:00:00Z', '2026-11-22'],
    ['Pacific/Honolulu', '2026-11-23T03:00:00Z', '2026-11-22'],
    // Late because of downtime; then too late.
    ['UTC', '2026-11-23T11:59:00Z', '2026-11-22'],
    ['UTC', '2026-11-23T12:00:00Z', undefined],
    ['UTC', '2026-11-21T17:00:00Z', undefined],
  ])('in %s at %s: %s', (timeZone, now, due) => {
    expect(weeklyEmailDue(new Date(now), timeZone)).toBe(due)
  })

  test('once in every week of every zone, at 17:00 there', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const starts = fc.date({
      noInvalidDate: true,
      min: new Date('2020-01-01'),
      max: new Date('2035-01-01'),
    })
    fc.assert(
      fc.property(zones, starts, (timeZone, start) => {
        const from = Math.ceil(start.getTime() / QUARTER_MS) * QUARTER_MS
        const due = new Map<string, Date>()
        for (let at = from; at < from + 3 * WEEK_MS; at += QUARTER_MS) {
          const day = weeklyEmailDue(new Date(at), timeZone)
          if (day !== undefined && !due.has(day)) due.set(day, new Date(at))
        }
        // Excludes digests that were already due at the start.
        const begun = [...due].filter(([, at]) => at.getTime() > from)
        expect(begun.length).toBeGreaterThanOrEqual(2)
        expect(begun.length).toBeLessThanOrEqual(3)
        for (const [day, at] of begun) {
          const shown = at.toLocaleString('sv-SE', { timeZone })
          expect(shown).toBe(`${day} 17:00:00`)
        }
      }),
      { numRuns: 20 },
    )
  })
})
