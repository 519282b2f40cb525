import type { Credits } from '#contract/credits'
import type { Readiness } from '#contract/diploma'
import { missingOf } from '#rules/credits'
import { SUBJECT_NAMES } from '#rules/subjects'

/** Met and missing requirements of the diploma plan. */
export const readinessOf = ({ rows, total, plan }: Credits): Readiness => {
  const names = new Map(plan.subjects.map(({ subject, name }) => [subject, name]))
  const subjects = rows.map(({ subject, earned, required }) => ({
    subject,
    name: names.get(subject) ?? SUBJECT_NAMES[subject],
    earned,
    required,
    missing: missingOf({ earned, required }),
  }))
  const most = Math.max(0, ...subjects.map(({ missing }) => missing))
  return {
    plan: { version: plan.version, name: plan.name },
    rows: subjects,
    total: {
      earned: total.earned,
      required: total.required,
      missing: most === 0 ? 0 : Math.max(most, missingInAll(subjects, total)),
    },
    met: most === 0,
  }
}

type Figures = { earned: number; required: number }

/**
 * Derived from the total, which is rounded only once, so that earned and missing add up to required. A surplus in one subject
 * does not compensate for another.
 */
const missingInAll = (rows: readonly Figures[], { earned, required }: Figures) => {
  const surplus = rows.reduce((sum, row) => sum + Math.max(0, row.earned - row.required), 0)
  return missingOf({ earned: earned - surplus, required })
}

/** "Mathematics 0.5, Science 1". */
export const missingInWords = ({ rows }: Readiness): string =>
  rows
    .filter(({ missing }) => missing > 0)
    .map(({ name, missing }) => `${name} ${missing}`)
    .join(', ')
