import { type Subject, SUBJECTS, type SubjectShares } from './subjects.ts'

// Shares change in whole percent, and each subject keeps at least one percent: removing a subject is a separate operation.

const WHOLE = 100

const subjectsOf = (shares: SubjectShares): Subject[] =>
  SUBJECTS.filter((subject) => shares[subject] !== undefined)

const percentOf = (shares: SubjectShares, subject: Subject) =>
  Math.round((shares[subject] ?? 0) * WHOLE)

const fromPercent = (percents: readonly (readonly [Subject, number])[]): SubjectShares =>
  Object.fromEntries(percents.map(([subject, percent]) => [subject, percent / WHOLE]))

/** Splits `total` percent over subjects in proportion to weights, at least 1 each; the largest remainders get the rest. */
const divide = (total: number, weights: readonly (readonly [Subject, number])[]) => {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0)
  const spare = total - weights.length
  const parts = weights.map(([subject, weight]) => {
    const exact = sum === 0 ? spare / weights.length : (spare * weight) / sum
    return { subject, whole: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  const left = spare - parts.reduce((all, { whole }) => all + whole, 0)
  const lucky = new Set(
    parts
      .toSorted((a, b) => b.rest - a.rest)
      .slice(0, Math.round(left))
      .map(({ subject }) => subject),
  )
  return parts.map(
    ({ subject, whole }) => [subject, 1 + whole + (lucky.has(subject) ? 1 : 0)] as const,
  )
}

/** Maximum share of one subject beside the others, in percent. */
export const maxShare = (shares: SubjectShares): number => WHOLE - subjectsOf(shares).length + 1

/** Sets a subject's share in percent; the others change in proportion, so that all sum to 1. */
export const withShare = (
  shares: SubjectShares,
  subject: Subject,
  percent: number,
): SubjectShares => {
  const others = subjectsOf(shares).filter((other) => other !== subject)
  if (others.length === 0) return { [subject]: 1 }
  const share = Math.min(Math.max(Math.round(percent), 1), WHOLE - others.length)
  const weights = others.map((other) => [other, percentOf(shares, other)] as const)
  return fromPercent([[subject, share], ...divide(WHOLE - share, weights)])
}

/** Adds a subject with the share that it would have if all were equal. */
export const withSubject = (shares: SubjectShares, subject: Subject): SubjectShares =>
  withShare(shares, subject, WHOLE / (subjectsOf(shares).length + 1))

export const withoutSubject = (shares: SubjectShares, subject: Subject): SubjectShares => {
  const others = subjectsOf(shares).filter((other) => other !== subject)
  const weights = others.map((other) => [other, percentOf(shares, other)] as const)
  return others.length === 0 ? {} : fromPercent(divide(WHOLE, weights))
}
