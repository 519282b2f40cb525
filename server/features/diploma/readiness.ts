import type { Credits } from '#contract/credits'
import type { Readiness } from '#contract/diploma'
import { missingOf } from '#rules/credits'
import { SUBJECT_NAMES } from '#rules/subjects'

/** What of the diploma plan is met, and what is missing. */
export const readinessOf = ({ rows, total, plan }: Credits): Readiness => {
  const names = new Map(plan.subjects.map(({ subject, name }) => [subject, name]))
  const subjects = rows.map(({ subject, earned, required }) => ({
    subject,
    name: names.get(subject) ?? SUBJECT_NAMES[subject],
    earned,
    required,
    missing: missingOf({ earned, required }),
  }))
  const hundredths = subjects.reduce((sum, { missing }) => sum + Math.round(missing * 100), 0)
  return {
    plan: { version: plan.version, name: plan.name },
    rows: subjects,
    total: { earned: total.earned, required: total.required, missing: hundredths / 100 },
    met: hundredths === 0,
  }
}

/** "Mathematics 0.5, Science 1". */
export const missingInWords = ({ rows }: Readiness): string =>
  rows
    .filter(({ missing }) => missing > 0)
    .map(({ name, missing }) => `${name} ${missing}`)
    .join(', ')
