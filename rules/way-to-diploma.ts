import { hoursOfCredits, hoursOfXp } from '#rules/text/credit-amount'

import type { Subject } from './subjects.ts'

/** Hours of work, in whole hours. */
export type SubjectWay = {
  subject: Subject
  /** Until the requirement is met, besides work under way. */
  needed: number
  /** Of these, what the library has. */
  library: number
  /** The others: own projects, courses of the school, work outside, another school. */
  elsewhere: number
}

type Row = {
  subject: Subject
  required: number
  earned: number
  in_review: number
  in_progress: number
}

/**
 * Shows for each subject that is not complete where its remaining hours can come from.
 * @param rows in credits
 * @param library XP of open work in the library
 * @param xpPerCredit the plan's measure, in XP
 */
export const wayToDiploma = (
  rows: readonly Row[],
  library: readonly { subject: Subject; xp: number }[],
  xpPerCredit: number,
): SubjectWay[] =>
  rows.flatMap(({ subject, required, earned, in_review, in_progress }) => {
    const needed = hoursOfCredits(required - earned - in_review - in_progress, xpPerCredit)
    if (needed <= 0) return []
    const xp = library.find((each) => each.subject === subject)?.xp ?? 0
    const available = Math.min(needed, hoursOfXp(xp))
    return [{ subject, needed, library: available, elsewhere: needed - available }]
  })
