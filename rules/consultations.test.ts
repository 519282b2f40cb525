import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { nextConsultationReminder, openSlots, type WeeklyAvailability } from './consultations.ts'
import { WEEKDAYS } from './recurrence.ts'
import { wallAt } from './time-zones.ts'

const HALF_HOUR_MS = 30 * 60_000

const offered = (given: Partial<WeeklyAvailability> = {}): WeeklyAvailability => ({
  time_zone: 'Europe/Berlin',
  weekly: WEEKDAYS.map((weekday) => ({ weekday, from: '09:00', to: '10:30' })),
  exceptions: [],
  buffer_minutes: 0,
  notice_hours: 0,
  days_ahead: 120,
  per_day: 20,
  ...given,
})

/** Slots of one day in the teacher's time zone, as wall times. */
const onDay = (day: string, given: Partial<WeeklyAvailability> = {}, booked: string[] = []) => {
  const availability = offered(given)
  const now = new Date(`${day}T00:00:00Z`)
  now.setUTCDate(now.getUTCDate() - 3)
  return openSlots(availability, booked, { from: day, to: day, now }).map((start) =>
    wallAt(start, availability.time_zone).slice(11, 16),
  )
}
const night = (from: string, to: string) => ({
  weekly: WEEKDAYS.map((weekday) => ({ weekday, from, to })),
})

describe('what can be booked', () => {
  test('are whole half hours within the hours of that weekday', () => {
    const monday = { weekly: [{ weekday: 'MO', from: '09:00', to: '10:20' }] } as const
    expect(onDay('2026-11-30', monday)).toEqual(['09:00', '09:30'])
    expect(onDay('2026-12-01', monday)).toEqual([])
  })

  test('leaves room before and after what is booked', () => {
    const nine = '2026-12-01T08:00:00.000Z'
    expect(onDay('2026-12-01', {}, [nine])).toEqual(['09:30', '10:00'])
    expect(onDay('2026-12-01', { buffer_minutes: 15 }, [nine])).toEqual(['09:45'])
  })

  test('is nothing on a day off, and more on a day with further hours', () => {
    const day = '2026-12-01'
    expect(onDay(day, { exceptions: [{ day, kind: 'off' }] })).toEqual([])
    const extra = { day, kind: 'extra', from: '18:00', to: '19:00' } as const
    expect(onDay(day, { exceptions: [extra] }).slice(-2)).toEqual(['18:00', '18:30'])
    expect(onDay(day, { exceptions: [extra, { day, kind: 'off' }] })).toEqual([])
  })

  test('ends for a day with as many as the teacher can do, also over the end of a UTC day', () => {
    const early = night('00:00', '02:00')
    const first = '2026-11-30T23:00:00.000Z'
    expect(onDay('2026-12-01', { ...early, per_day: 1 }, [first])).toEqual([])
    expect(onDay('2026-11-30', { ...early, per_day: 1 }, [first])).toHaveLength(4)
  })

  test('begins after the notice, and ends with the days ahead', () => {
    const now = new Date('2026-12-01T08:10:00Z')
    const range = { from: '2026-12-01', to: '2026-12-31', now }
    const slots = openSlots(offered({ notice_hours: 1, days_ahead: 1 }), [], range)
    expect(slots[0]).toBe('2026-12-02T08:00:00.000Z')
    expect(slots.at(-1)).toBe('2026-12-02T09:00:00.000Z')
  })
})

describe('when the clocks change', () => {
  test('nine stays nine', () => {
    const utc = (day: string) =>
      openSlots(offered(), [], { from: day, to: day, now: new Date(`${day}T00:00:00Z`) })[0]
    expect([utc('2026-03-28'), utc('2026-03-29')].map((at) => at?.slice(11, 16))).toEqual([
      '08:00',
      '07:00',
    ])
    expect([utc('2026-10-24'), utc('2026-10-25')].map((at) => at?.slice(11, 16))).toEqual([
      '07:00',
      '08:00',
    ])
  })

  test('the hour that is skipped is not offered', () => {
    expect(onDay('2026-03-29', night('01:00', '04:00'))).toEqual([
      '01:00',
      '01:30',
      '03:00',
      '03:30',
    ])
    expect(onDay('2026-03-29', night('02:15', '02:45'))).toEqual([])
    expect(onDay('2026-03-29', night('01:00', '02:30'))).toEqual(['01:00', '01:30'])
  })

  test('the hour that comes twice is two hours', () => {
    expect(onDay('2026-10-25', night('01:30', '03:30'))).toEqual([
      '01:30',
      '02:00',
      '02:30',
      '02:00',
      '02:30',
      '03:00',
    ])
  })

  test('slots never overlap, lie within the hours, and begin after now', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
    ]
    const time = fc
      .integer({ min: 0, max: 47 })
      .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
    const hours = fc
      .tuple(fc.constantFrom(...WEEKDAYS), time, time)
      .filter(([, from, to]) => from < to)
      .map(([weekday, from, to]) => ({ weekday, from, to }))
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(hours, { maxLength: 6 }),
        fc.constantFrom(0, 10, 30),
        fc.integer({ min: 0, max: 364 }),
        (time_zone, weekly, buffer_minutes, day) => {
          const now = new Date(Date.UTC(2026, 0, 1 + day, 12))
          const from = now.toISOString().slice(0, 10)
          const to = new Date(now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
          const slots = openSlots(offered({ time_zone, weekly, buffer_minutes }), [], {
            from,
            to,
            now,
          })
          slots.forEach((slot, i) => {
            const before = slots[i - 1]
            if (before)
              expect(Date.parse(slot) - Date.parse(before)).toBeGreaterThanOrEqual(HALF_HOUR_MS)
            expect(Date.parse(slot)).toBeGreaterThanOrEqual(now.getTime())
            const wall = wallAt(slot, time_zone).slice(11, 16)
            expect(weekly.some((each) => each.from <= wall && wall < each.to)).toBe(true)
          })
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('both are reminded a day and an hour before, as far as that lies ahead', () => {
  const start = '2026-12-02T09:00:00.000Z'
  const at = (now: string) => nextConsultationReminder(start, new Date(now))
  expect(at('2026-11-30T00:00:00Z')).toBe('2026-12-01T09:00:00.000Z')
  expect(at('2026-12-01T09:00:00Z')).toBe('2026-12-02T08:00:00.000Z')
  expect(at('2026-12-02T08:30:00Z')).toBeNull()
})
