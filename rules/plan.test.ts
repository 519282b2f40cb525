import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  addDays,
  type Break,
  breakOn,
  daysBetween,
  mondayOf,
  addWorkDays,
  shiftPlan,
  workDaysBetween,
} from './plan.ts'

const HOLIDAYS = [{ from: '2026-12-19', to: '2027-01-03' }]
const plan = (...dates: (string | null)[]) => dates.map((target_date) => ({ target_date }))
const dates = (entries: { target_date: string | null }[]) =>
  entries.map(({ target_date }) => target_date)

describe('by example', () => {
  test('a week later is the same day of the week', () => {
    expect(addWorkDays('2026-11-24', 7, [])).toBe('2026-12-01')
  })

  test('a break is stepped over, and what came after it makes room', () => {
    const entries = plan('2026-12-07', '2026-12-14', null, '2027-01-04')
    expect(dates(shiftPlan(entries, HOLIDAYS, { from: '2026-12-14', days: 7 }))).toEqual([
      '2026-12-07',
      '2027-01-06',
      null,
      '2027-01-11',
    ])
  })

  test('what lies in a break moves to the day after it, and on from there', () => {
    expect(addWorkDays('2026-12-24', 0, HOLIDAYS)).toBe('2027-01-04')
    expect(addWorkDays('2026-12-24', 1, HOLIDAYS)).toBe('2027-01-05')
    expect(addWorkDays('2027-01-04', -1, HOLIDAYS)).toBe('2026-12-18')
  })

  test('the night in which clocks change is a day like any other', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })

  test('a week begins on Monday', () => {
    expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(mondayOf)).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
    ])
  })

  test('days off are no days of silence', () => {
    expect(workDaysBetween('2026-12-17', '2027-01-05', HOLIDAYS)).toBe(3)
    expect(workDaysBetween('2026-12-17', '2027-01-05', [])).toBe(19)
  })
})

describe('for every plan and every set of breaks', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-09-01', n))
  const breaks = fc.array(
    fc
      .record({ from: day, length: fc.integer({ min: 0, max: 30 }) })
      .map(({ from, length }): Break => ({ from, to: addDays(from, length) })),
    { maxLength: 6 },
  )
  const entries = fc.array(fc.record({ target_date: fc.option(day) }), { maxLength: 12 })
  const days = fc.integer({ min: -40, max: 60 })

  test('nothing that moves lands in a break', () => {
    fc.assert(
      fc.property(entries, breaks, days, day, (entries, breaks, days, from) => {
        const moved = shiftPlan(entries, breaks, { from, days })
        entries.forEach(({ target_date }, i) => {
          const after = moved[i]!.target_date
          if (target_date === null || target_date < from) expect(after).toBe(target_date)
          else expect(breakOn(after!, breaks)).toBeUndefined()
        })
      }),
    )
  })

  test('what is planned for different free days stays in its order, on different days', () => {
    fc.assert(
      fc.property(day, day, breaks, days, (a, b, breaks, days) => {
        const [first, second] = [a, b].toSorted() as [string, string]
        fc.pre(first < second && !breakOn(first, breaks) && !breakOn(second, breaks))
        expect(addWorkDays(first, days, breaks) < addWorkDays(second, days, breaks)).toBe(true)
      }),
    )
  })

  test('moving back undoes moving on', () => {
    fc.assert(
      fc.property(day, breaks, days, (day, breaks, days) => {
        fc.pre(!breakOn(day, breaks))
        expect(addWorkDays(addWorkDays(day, days, breaks), -days, breaks)).toBe(day)
      }),
    )
  })
})
