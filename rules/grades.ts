/** Grades that an advisor can record, best first; P is a pass without a grade. */
export const GRADES = [
  'A+',
  'A',
  'A-',
  'B+',
  'B',
  'B-',
  'C+',
  'C',
  'C-',
  'D+',
  'D',
  'D-',
  'F',
  'P',
] as const
export type Grade = (typeof GRADES)[number]

/** Tenths of a point on the unweighted 4.0 scale; null does not count. */
const POINTS = {
  'A+': 40,
  A: 40,
  'A-': 37,
  'B+': 33,
  B: 30,
  'B-': 27,
  'C+': 23,
  C: 20,
  'C-': 17,
  'D+': 13,
  D: 10,
  'D-': 7,
  F: 0,
  P: null,
} satisfies Record<Grade, number | null>

export type Graded = {
  grade: Grade | null
  /** Weight, in any integer unit of credit. */
  amount: number
}

/** Average weighted by credit, to two decimals, halves rounded up; null without graded credit. */
export const gradePointAverage = (courses: readonly Graded[]): number | null => {
  let points = 0
  let weight = 0
  for (const { grade, amount } of courses) {
    const tenths = grade === null ? null : POINTS[grade]
    if (tenths === null || amount <= 0) continue
    points += tenths * amount
    weight += amount
  }
  if (weight === 0) return null
  // In hundredths of a point, computed from integers.
  return Math.floor((2 * points * 10 + weight) / (2 * weight)) / 100
}

/**
 * School year of a day, such as "2025-2026".
 * @param day YYYY-MM-DD
 * @param begins MM-DD
 */
export const schoolYearOf = (day: string, begins: string): string => {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 10) < begins ? 1 : 0)
  return `${year}-${year + 1}`
}

/** Accepts "2025-2026", but not "2025-2031". */
export const isSchoolYear = (text: string): boolean => {
  const [, from, to] = /^(\d{4})-(\d{4})$/.exec(text) ?? []
  return from !== undefined && Number(to) === Number(from) + 1
}
