import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { gradePointAverage, GRADES, isSchoolYear, schoolYearOf } from './grades.ts'

describe('the grade point average', () => {
  test('is weighted by credit', () => {
    expect(
      gradePointAverage([
        { grade: 'A', amount: 3 },
        { grade: 'C', amount: 1 },
      ]),
    ).toBe(3.5)
  })

  test('has two decimals, halves rounded up', () => {
    // 4.0 + 3.7 + 3.3 = 11.0, divided by three: 3.666…
    expect(
      gradePointAverage([
        { grade: 'A', amount: 1 },
        { grade: 'A-', amount: 1 },
        { grade: 'B+', amount: 1 },
      ]),
    ).toBe(3.67)
    // Exactly 3.625.
    expect(
      gradePointAverage([
        { grade: 'A', amount: 5 },
        { grade: 'B', amount: 3 },
      ]),
    ).toBe(3.63)
  })

  test('is there only where grades with credit are: passed and ungraded courses do not count', () => {
    expect(gradePointAverage([])).toBeNull()
    expect(gradePointAverage([{ grade: 'P', amount: 5 }])).toBeNull()
    expect(gradePointAverage([{ grade: 'A', amount: 0 }])).toBeNull()
    expect(
      gradePointAverage([
        { grade: 'P', amount: 5 },
        { grade: null, amount: 5 },
        { grade: 'F', amount: 1 },
      ]),
    ).toBe(0)
  })

  test('lies between the grades, without noise, in any order', () => {
    const course = fc.record({
      grade: fc.constantFrom(...GRADES),
      amount: fc.integer({ min: 1, max: 5_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(course, { minLength: 1, maxLength: 40 }), (courses) => {
        const average = gradePointAverage(courses)
        expect(gradePointAverage(courses.toReversed())).toBe(average)
        if (average === null) return
        expect(average).toBeGreaterThanOrEqual(0)
        expect(average).toBeLessThanOrEqual(4)
        expect(String(average)).toMatch(/^\d(\.\d{1,2})?$/)
      }),
    )
  })
})

test('a school year begins in August', () => {
  expect(schoolYearOf('2026-07-31', '08-01')).toBe('2025-2026')
  expect(schoolYearOf('2026-08-01', '08-01')).toBe('2026-2027')
  expect(schoolYearOf('2027-01-15', '08-01')).toBe('2026-2027')
  expect(isSchoolYear('2026-2027')).toBe(true)
  expect(isSchoolYear('2026-2028')).toBe(false)
  expect(isSchoolYear('last year')).toBe(false)
})
