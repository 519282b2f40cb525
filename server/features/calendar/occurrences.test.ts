import fc from 'fast-check'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'

import { addDays } from '#rules/plan'
import {
  lastStartOf,
  PERIODS,
  type Recurrence,
  ruleOf,
  startsBetween,
  weekdayOf,
  WEEKDAYS,
} from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import { dayOf } from '#rules/wall-time'

import { daysOf, type Event, nextReminder, occurrencesIn } from './occurrences.ts'

const RULE: Recurrence = {
  every: 'week',
  interval: 1,
  weekdays: [],
  by: 'date',
  until: null,
  count: null,
}

const event = (given: Partial<Event>): Event => ({
  title: 'Practice',
  notes: '',
  all_day: false,
  starts: '2026-01-01T09:00:00',
  ends: '2026-01-01T10:00:00',
  time_zone: 'UTC',
  recurrence: null,
  exceptions: [],
  ...given,
})

const instantsOf = (given: Event, from: string, to: string) =>
  occurrencesIn(given, { from, to, timeZone: given.time_zone }).map(
    ({ starts, ends, time_zone }) => [instantOf(starts, time_zone), instantOf(ends, time_zone)],
  )

describe('every week at half past two in the night, over the changes of the clocks', () => {
  // For each zone: a Sunday two weeks before the clocks go forward and back, and the following occurrences.
  test.each([
    ['Europe/Berlin', '2026-03-22', ['01:30', '01:30', '00:30']],
    ['Europe/Berlin', '2026-10-18', ['00:30', '00:30', '01:30']],
    ['America/New_York', '2026-03-01', ['07:30', '07:30', '06:30']],
    ['America/New_York', '2026-10-25', ['06:30', '07:30', '07:30']],
    // Shifts by half an hour: from 02:00 to 02:30, and from 02:00 to 01:30.
    ['Australia/Lord_Howe', '2026-09-27', ['16:00', '15:30', '15:30']],
    ['Australia/Lord_Howe', '2026-03-29', ['15:30', '16:00', '16:00']],
  ])('%s from %s', (time_zone, day, times) => {
    const starts = `${day}T02:30:00`
    const weekly = event({ starts, ends: `${day}T03:30:00`, time_zone, recurrence: RULE })
    const found = instantsOf(weekly, day, addDays(day, 14))
    expect(found.map(([start]) => start!.slice(11, 16))).toEqual(times)
    // One wall-clock hour lasts two when it is repeated, and never vanishes when it is skipped.
    for (const [start, end] of found)
      expect(Date.parse(end!) - Date.parse(start!)).toBeGreaterThanOrEqual(3_600_000)
  })
})

const startsOf = (given: Event, from: string, to: string) =>
  occurrencesIn(given, { from, to, timeZone: given.time_zone }).map(({ starts }) => dayOf(starts))

test('the 31st is in the months that have one, and 29 February in leap years', () => {
  const monthly = event({
    starts: '2026-01-31T09:00:00',
    ends: '2026-01-31T10:00:00',
    recurrence: { ...RULE, every: 'month' },
  })
  expect(startsOf(monthly, '2026-01-01', '2026-07-31')).toEqual(
    ['01', '03', '05', '07'].map((month) => `2026-${month}-31`),
  )
  const leap = event({
    starts: '2024-02-29T09:00:00',
    ends: '2024-02-29T10:00:00',
    recurrence: { ...RULE, every: 'year' },
  })
  expect(startsOf(leap, '2027-06-01', '2028-06-30')).toEqual(['2028-02-29'])
  expect(startsOf(leap, '2026-01-01', '2026-12-31')).toEqual([])
})

test('an all-day event is the same day wherever its traveller is', () => {
  const day = event({
    all_day: true,
    starts: '2026-07-01T00:00:00',
    ends: '2026-07-02T00:00:00',
    time_zone: 'Pacific/Auckland',
  })
  for (const timeZone of ['Pacific/Auckland', 'UTC', 'Pacific/Pago_Pago']) {
    expect(occurrencesIn(day, { from: '2026-07-01', to: '2026-07-01', timeZone })).toHaveLength(1)
    expect(occurrencesIn(day, { from: '2026-06-30', to: '2026-06-30', timeZone })).toEqual([])
    expect(occurrencesIn(day, { from: '2026-07-02', to: '2026-07-02', timeZone })).toEqual([])
  }
})

test('an evening belongs to the day that it is for the reader', () => {
  const evening = event({ starts: '2026-07-01T23:30:00', ends: '2026-07-01T23:45:00' })
  const on = (day: string, timeZone: string) =>
    occurrencesIn(evening, { from: day, to: day, timeZone }).length
  expect([on('2026-07-01', 'UTC'), on('2026-07-02', 'UTC')]).toEqual([1, 0])
  expect([on('2026-07-01', 'Asia/Tokyo'), on('2026-07-02', 'Asia/Tokyo')]).toEqual([0, 1])
})

test('one of a series that is moved counts where it is, and one that is left out nowhere', () => {
  const base = event({ recurrence: { ...RULE, every: 'day', count: 5 } })
  const moved = { ...base, starts: '2026-02-01T12:00:00', ends: '2026-02-01T13:00:00' }
  const given = {
    ...base,
    exceptions: [
      { occurrence: '2026-01-02T09:00:00', said: null },
      { occurrence: '2026-01-03T09:00:00', said: moved },
    ],
  }
  expect(startsOf(given, '2026-01-01', '2026-03-01')).toEqual([
    '2026-01-01',
    '2026-01-04',
    '2026-01-05',
    '2026-02-01',
  ])
  expect(daysOf(given)).toEqual({ first_on: '2026-01-01', last_on: '2026-02-01' })
})

test('a reminder of what comes once in four years waits, and of what is over none comes', () => {
  const leap = {
    ...event({ starts: '2024-02-29T09:00:00', ends: '2024-02-29T10:00:00' }),
    recurrence: { ...RULE, every: 'year' as const },
    reminder: 30,
  }
  const looked = nextReminder(leap, new Date('2026-01-01T00:00:00Z'))!
  expect(looked < '2026-12-31').toBe(true)
  expect(nextReminder(leap, new Date('2027-12-31T00:00:00Z'))).toBe('2028-02-29T08:30:00.000Z')
  const over = { ...leap, recurrence: null }
  expect(nextReminder(over, new Date('2026-01-01T00:00:00Z'))).toBeNull()
})

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

const anySeries = fc
  .record({
    day: anyDay,
    minutes: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    every: fc.constantFrom(...PERIODS),
    interval: fc.integer({ min: 1, max: 7 }),
    weekdays: fc.subarray([...WEEKDAYS]),
    by: fc.constantFrom('date' as const, 'weekday' as const, 'last_weekday' as const),
    ends: fc.constantFrom('never', 'until', 'count'),
    until: fc.integer({ min: 0, max: 3000 }),
    count: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ day, minutes, ends, ...given }) => {
    const starts = new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)
      .toISOString()
      .slice(0, 19)
    // A day is the last such weekday of its month only in the last week.
    const by = addDays(day, 7).slice(0, 7) === day.slice(0, 7) ? 'date' : given.by
    const recurrence: Recurrence = {
      ...given,
      by,
      weekdays: WEEKDAYS.filter(
        (weekday) => weekday === weekdayOf(starts) || given.weekdays.includes(weekday),
      ),
      until: ends === 'until' ? addDays(day, given.until) : null,
      count: ends === 'count' ? given.count : null,
    }
    return { starts, recurrence }
  })

test('any series of ours has the days that ical.js finds for its rule', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 0, max: 1500 }), ({ starts, recurrence }, ahead) => {
      const first = `${addDays(dayOf(starts), ahead)}T00:00:00`
      const last = `${addDays(dayOf(starts), ahead + 120)}T00:00:00`
      const ours = startsBetween({ starts, recurrence }, { first, last })
      const found: string[] = []
      const walk = ICAL.Recur.fromData({ ...ruleOf(recurrence, starts) } as never).iterator(
        ICAL.Time.fromDateTimeString(starts, null as never),
      )
      for (let next = walk.next(); next; next = walk.next()) {
        const wall = next.toString()
        if (wall > last) break
        if (wall >= first) found.push(wall)
      }
      expect(ours).toEqual(found)
    }),
    { numRuns: 300 },
  )
})

test('the last of a series that is counted is its last one, also where most years have none', () => {
  const counted = { ...RULE, count: 3 }
  const starts = '2024-02-29T09:00:00'
  expect(lastStartOf({ starts, recurrence: { ...counted, every: 'year' } })).toBe(
    '2032-02-29T09:00:00',
  )
  expect(lastStartOf({ starts, recurrence: { ...counted, every: 'month', interval: 12 } })).toBe(
    '2032-02-29T09:00:00',
  )
  // With an interval of 99 years, 2024 is the only leap year before 2200.
  expect(lastStartOf({ starts, recurrence: { ...counted, every: 'year', interval: 99 } })).toBe(
    starts,
  )
})

test('wall times and instants are those of Temporal, wherever and whenever', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 }),
      (zone, seconds) => {
        const wall = new Date(seconds * 1000).toISOString().slice(0, 19)
        const instant = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant()
        expect(Date.parse(instantOf(wall, zone))).toBe(instant.epochMilliseconds)
        const shown = Temporal.Instant.from(`${wall}Z`).toZonedDateTimeISO(zone).toPlainDateTime()
        expect(wallAt(`${wall}Z`, zone)).toBe(shown.toString({ smallestUnit: 'second' }))
      },
    ),
    { numRuns: 3000 },
  )
})
