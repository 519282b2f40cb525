import { type Subject, SUBJECTS, type SubjectShares } from './subjects.ts'

/*
 * Amounts of credit are whole numbers of thousandths of an XP: XP is whole, shares are taken in thousandths, and what was
 * transferred is a whole number of hundredths of a credit. Sums are therefore exact in any order, and only what is shown
 * is rounded.
 */

const THOUSANDTHS = 1000

/** What decides how much credit work is worth; a version of it never changes. */
export type CreditRule = { xp_per_credit: number }

export type RequiredCredits = CreditRule & {
  subjects: readonly { subject: Subject; required: number }[]
}

/** Where a piece of credit stands, from what counts to what is only meant. */
export const CREDIT_STATES = ['earned', 'in_review', 'in_progress', 'planned'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/** @param amount thousandths of an XP */
export type CreditPart = { subject: Subject; amount: number }

/**
 * How a task's XP divides over its subjects; the parts always add up to the XP. Shares finer than a thousandth are cut, and
 * what is left over goes to those that lost most. Without subjects there is no credit.
 */
export const creditParts = (xp: number, shares: SubjectShares): CreditPart[] => {
  const parts = SUBJECTS.flatMap((subject) => {
    const wanted = (shares[subject] ?? 0) * THOUSANDTHS
    // 0.57 × 1000 is 569.9999999999999: as much as a double may miss is not cut off.
    const whole = Math.floor(wanted + 1e-6)
    return wanted > 0 ? [{ subject, whole, lost: wanted - whole }] : []
  })
  if (parts.length === 0) return []
  const left = THOUSANDTHS - parts.reduce((sum, { whole }) => sum + whole, 0)
  const favoured = new Set(parts.toSorted((a, b) => b.lost - a.lost).slice(0, Math.max(0, left)))
  return parts.map((part) => ({
    subject: part.subject,
    amount: xp * (part.whole + (favoured.has(part) ? 1 : 0)),
  }))
}

/** The exact amount of credits that have at most two decimals. */
export const amountOf = (credits: number, { xp_per_credit }: CreditRule): number =>
  (Math.round(credits * 100) * xp_per_credit * THOUSANDTHS) / 100

/** Credits to show: at most two decimals, halves rounded up, never -0. */
export const creditsOf = (amount: number, { xp_per_credit }: CreditRule): number =>
  roundedDivision(amount * 100, xp_per_credit * THOUSANDTHS) / 100

/**
 * Credits to show one under the other, which add up to what `creditsOf` says of their sum: all are rounded down, and what is
 * left of the total goes to those that lost most.
 */
export const creditsThatAddUp = (amounts: readonly number[], rule: CreditRule): number[] => {
  const hundredth = (rule.xp_per_credit * THOUSANDTHS) / 100
  const shown = amounts.map((amount, index) => {
    const whole = Math.floor(amount / hundredth)
    return { index, whole, lost: amount - whole * hundredth }
  })
  const sum = amounts.reduce((sum, amount) => sum + amount, 0)
  const left =
    Math.round(creditsOf(sum, rule) * 100) - shown.reduce((sum, { whole }) => sum + whole, 0)
  const favoured = shown.toSorted((a, b) => b.lost - a.lost).slice(0, left)
  for (const { index } of favoured) shown[index]!.whole += 1
  return shown.map(({ whole }) => whole / 100)
}

/** XP to show, in the same way. */
export const xpOf = (amount: number): number => roundedDivision(amount * 100, THOUSANDTHS) / 100

/** Whole numbers in, a whole number out: halves go up. */
const roundedDivision = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** How a learner stands to a task that could bring credit. */
export type TaskCreditFacts = {
  enrollment: 'active' | 'left' | 'completed' | null
  /** The quest is in the learner's plan. */
  planned: boolean
  /** What became of the newest hand-in that was not withdrawn. */
  handedIn: 'submitted' | 'accepted' | 'returned' | null
}

/**
 * Where a task's credit stands; null where it does not count. Work that was returned is open again, also in a quest that
 * is complete otherwise; a quest that was left keeps what was handed in.
 */
export const creditStateOf = ({
  enrollment,
  planned,
  handedIn,
}: TaskCreditFacts): CreditState | null => {
  if (handedIn === 'accepted') return 'earned'
  if (handedIn === 'submitted') return 'in_review'
  if (enrollment === 'active') return 'in_progress'
  if (enrollment === 'completed') return handedIn === 'returned' ? 'in_progress' : null
  return planned ? 'planned' : null
}

export type CreditSource = { state: CreditState; parts: readonly CreditPart[] }
const FIGURES = [...CREDIT_STATES, 'required'] as const
type Figures = Record<(typeof FIGURES)[number], number>
/** XP behind the figures, in which a week's work shows. */
type BehindThem = { xp: Record<CreditState, number> }
export type SubjectCredits = Figures & BehindThem & { subject: Subject }

export const NO_CREDIT: Readonly<Record<CreditState, number>> = {
  earned: 0,
  in_review: 0,
  in_progress: 0,
  planned: 0,
}

export type CreditSums = ReadonlyMap<Subject, Readonly<Record<CreditState, number>>>

/** Exact amounts by subject and state. */
export const sumOf = (sources: Iterable<CreditSource>): CreditSums => {
  const sums = new Map<Subject, Record<CreditState, number>>()
  for (const { state, parts } of sources) {
    for (const { subject, amount } of parts) {
      const sum = sums.get(subject) ?? { ...NO_CREDIT }
      sum[state] += amount
      sums.set(subject, sum)
    }
  }
  return sums
}

/**
 * What the credit page shows: a row for each subject of the plan, in its order, and then for each other subject that has
 * credit. What the rows show adds up to what the total shows.
 */
export const creditRows = (
  sums: CreditSums,
  plan: RequiredCredits,
): { rows: SubjectCredits[]; total: Figures & BehindThem } => {
  const others = SUBJECTS.filter(
    (subject) => sums.has(subject) && plan.subjects.every((each) => each.subject !== subject),
  )
  const subjects = [...plan.subjects, ...others.map((subject) => ({ subject, required: 0 }))]
  const amounts = subjects.map(({ subject, required }) => ({
    subject,
    ...(sums.get(subject) ?? NO_CREDIT),
    required: amountOf(required, plan),
  }))
  const total = { ...NO_CREDIT, required: 0 }
  for (const row of amounts) for (const figure of FIGURES) total[figure] += row[figure]
  const shown = (exact: Figures): Figures & BehindThem => ({
    earned: creditsOf(exact.earned, plan),
    in_review: creditsOf(exact.in_review, plan),
    in_progress: creditsOf(exact.in_progress, plan),
    planned: creditsOf(exact.planned, plan),
    required: creditsOf(exact.required, plan),
    xp: {
      earned: xpOf(exact.earned),
      in_review: xpOf(exact.in_review),
      in_progress: xpOf(exact.in_progress),
      planned: xpOf(exact.planned),
    },
  })
  const rows = amounts.map((exact) => ({ subject: exact.subject, ...shown(exact) }))
  // Rounded beside each other: whoever adds them up finds the total.
  for (const figure of FIGURES) {
    const column = amounts.map((exact) => exact[figure])
    creditsThatAddUp(column, plan).forEach((credits, i) => (rows[i]![figure] = credits))
  }
  return { rows, total: shown(total) }
}

/** What is missing in each subject, exactly, when everything that is under way and planned comes in; none below 0. */
export const gapsOf = (sums: CreditSums, plan: RequiredCredits): CreditPart[] =>
  plan.subjects.flatMap(({ subject, required }) => {
    const of = sums.get(subject) ?? NO_CREDIT
    const there = CREDIT_STATES.reduce((sum, state) => sum + of[state], 0)
    const amount = amountOf(required, plan) - there
    return amount > 0 ? [{ subject, amount }] : []
  })

/**
 * What is missing in a subject, in credits. It goes by the figures that people are shown, so that nobody who reads "1 of 1"
 * is told that something is missing.
 */
export const missingOf = ({ earned, required }: Pick<Figures, 'earned' | 'required'>): number =>
  Math.max(0, Math.round((required - earned) * 100) / 100)

/** How much of a subject has been shown to the standard; the words for it stand in the plan. */
export const MASTERY = ['not_begun', 'begun', 'well_under_way', 'met'] as const
export type Mastery = (typeof MASTERY)[number]

/** Both in the same unit. */
export const masteryOf = (earned: number, required: number): Mastery => {
  if (earned <= 0) return 'not_begun'
  if (earned >= required) return 'met'
  return 2 * earned >= required ? 'well_under_way' : 'begun'
}
