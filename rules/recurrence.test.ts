import { describe, expect, test } from 'vitest'

import {
  firstOn,
  movedWeekdays,
  weekOfMonth,
  type Recurrence,
  recurrenceOf,
  ruleOf,
} from './recurrence.ts'

const recurrence = (given: Partial<Recurrence>): Recurrence => ({
  every: 'week',
  interval: 1,
  weekdays: [],
  by: 'date',
  until: null,
  count: null,
  ...given,
})

// A Tuesday, the last and the fourth of its month.
const TUESDAY = '2026-11-24T09:00:00'

describe('how something repeats, as iCalendar says it', () => {
  test.each<[string, Partial<Recurrence>, object]>([
    ['a week', { weekdays: ['TU'] }, { freq: 'WEEKLY', byday: ['TU'] }],
    [
      'two days of every second week',
      { interval: 2, weekdays: ['TU', 'FR'] },
      { freq: 'WEEKLY', interval: 2, byday: ['TU', 'FR'] },
    ],
    ['a day, ten times', { every: 'day', count: 10 }, { freq: 'DAILY', count: 10 }],
    ['the 24th', { every: 'month' }, { freq: 'MONTHLY', bymonthday: [24] }],
    ['the fourth Tuesday', { every: 'month', by: 'weekday' }, { freq: 'MONTHLY', byday: ['4TU'] }],
    [
      'the last Tuesday',
      { every: 'month', by: 'last_weekday' },
      { freq: 'MONTHLY', byday: ['-1TU'] },
    ],
    [
      'a year, until a day',
      { every: 'year', until: '2030-01-01' },
      { freq: 'YEARLY', until: '2030-01-01T23:59:59' },
    ],
  ])('%s, and back', (_, given, rule) => {
    const own = recurrence(given)
    expect(ruleOf(own, TUESDAY)).toEqual({ interval: 1, ...rule })
    expect(recurrenceOf(ruleOf(own, TUESDAY), TUESDAY)).toEqual(own)
  })

  test('what other programs write for the same', () => {
    expect(recurrenceOf({ freq: 'WEEKLY' }, TUESDAY)).toMatchObject({ weekdays: ['TU'] })
    const workdays = { freq: 'DAILY', byday: ['MO', 'TU', 'WE', 'TH', 'FR'] }
    expect(recurrenceOf(workdays, TUESDAY)).toMatchObject({ every: 'week', interval: 1 })
    const birthday = { freq: 'YEARLY', bymonth: [11], bymonthday: [24] }
    expect(recurrenceOf(birthday, TUESDAY)).toMatchObject({ every: 'year' })
    // The series starts at nine, after `until` on that day, so it ends a day earlier.
    const until = { freq: 'DAILY', until: '2026-12-01T08:00:00' }
    expect(recurrenceOf(until, TUESDAY)).toMatchObject({ until: '2026-11-30' })
  })

  test.each([
    { freq: 'HOURLY' },
    { freq: 'DAILY', bymonthday: [24] },
    { freq: 'WEEKLY', byday: ['MO'] },
    { freq: 'WEEKLY', interval: 2, byday: ['TU', 'SU'], wkst: 'SU' },
    { freq: 'MONTHLY', byday: ['2TU'] },
    { freq: 'MONTHLY', bymonthday: [1, 24] },
    { freq: 'YEARLY', bymonth: [3, 11] },
    { freq: 'YEARLY', byday: ['TU'] },
    { freq: 'MONTHLY', byday: ['TU'], bysetpos: [-1] },
    { freq: 'DAILY', count: 1_000_000 },
    { freq: 'YEARLY', interval: 1000 },
  ])('says nothing of what is beyond it: $freq', (rule) => {
    expect(recurrenceOf(rule, TUESDAY)).toBeUndefined()
  })
})

test('a series that is moved by a day has its weekdays moved along', () => {
  const weekdays = (to: string) => movedWeekdays(['TU', 'SU'], TUESDAY, to)
  expect(weekdays('2026-11-25T11:00:00')).toEqual(['MO', 'WE'])
  expect(weekdays('2026-11-23T09:00:00')).toEqual(['MO', 'SA'])
  expect(weekdays('2026-11-24T23:00:00')).toEqual(['TU', 'SU'])
})

test('the first of a week’s days from a moment on, and the place of a day in its month', () => {
  expect(firstOn(['MO', 'FR'], TUESDAY)).toBe('2026-11-27T09:00:00')
  expect(firstOn(['TU'], TUESDAY)).toBe(TUESDAY)
  expect(weekOfMonth('2026-11-07')).toBe(1)
  expect(weekOfMonth('2026-11-29')).toBe(5)
})
