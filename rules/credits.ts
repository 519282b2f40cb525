import { type Subject, SUBJECTS, type SubjectShares } from './subjects.ts'

/* Credit amounts are integers in thousandths of an XP: XP are integers, shares are rounded to thousandths, and transfers are a
   whole number of hundredths of a credit. Sums are therefore exact in any order; only displayed values are rounded. */

const THOUSANDTHS = 1000

/** Credit rule of a plan version; immutable. */
export type CreditRule = { xp_per_credit: number }

export type RequiredCredits = CreditRule & {
  subjects: readonly { subject: Subject; required: number }[]
}

/** State of a piece of credit, from earned to merely planned. */
export const CREDIT_STATES = ['earned', 'in_review', 'in_progress', 'planned'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/** @param amount thousandths of an XP */
export type CreditPart = { subject: Subject; amount: number }

/**
 * Splits a task's XP over its subjects; the parts always add up to the XP. Shares are truncated to thousandths, and the remainder
 * goes to the subjects that lost most. Without subjects, there is no credit.
 */
export const creditParts = (xp: number, shares: SubjectShares): CreditPart[] => {
  const parts = SUBJECTS.flatMap((subject) => {
    const wanted = (shares[subject] ?? 0) * THOUSANDTHS
    // 0.57 × 1000 is 569.9999999999999: tolerates floating-point error.
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

/** Exact amount of credits with at most two decimals. */
export const amountOf = (credits: number, { xp_per_credit }: CreditRule): number =>
  (Math.round(credits * 100) * xp_per_credit * THOUSANDTHS) / 100

/** Displayed credits: at most two decimals, halves rounded up, never -0. */
export const creditsOf = (amount: number, { xp_per_credit }: CreditRule): number =>
  roundedDivision(amount * 100, xp_per_credit * THOUSANDTHS) / 100

/**
 * Displayed credits of rows that must add up to `creditsOf` of their sum: rounds all down and gives the remainder to the rows
 * that lost most.
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

/** Displayed XP, rounded like `creditsOf`. */
export const xpOf = (amount: number): number => roundedDivision(amount * 100, THOUSANDTHS) / 100

/** Integer division, halves rounded up. */
const roundedDivision = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** A learner's state on a task that can earn credit. */
export type TaskCreditFacts = {
  enrollment: 'active' | 'left' | 'completed' | null
  /** The quest is in the learner's plan. */
  planned: boolean
  /** State of the latest submission that was not withdrawn. */
  handedIn: 'submitted' | 'accepted' | 'returned' | null
}

/**
 * State of a task's credit; null if it does not count. Returned work is open again, even in a completed quest; submissions in an
 * abandoned quest still count.
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
/** XP behind the figures, fine enough to show a week's work. */
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
 * Rows of the credit page: the plan's subjects in its order, then other subjects with credit. The displayed rows add up to the
 * displayed total.
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
  // Rounded together, so that the rows add up to the total.
  for (const figure of FIGURES) {
    const column = amounts.map((exact) => exact[figure])
    creditsThatAddUp(column, plan).forEach((credits, i) => (rows[i]![figure] = credits))
  }
  return { rows, total: shown(total) }
}

/** Exact gap per subject, assuming that everything in progress and planned is completed; never below 0. */
export const gapsOf = (sums: CreditSums, plan: RequiredCredits): CreditPart[] =>
  plan.subjects.flatMap(({ subject, required }) => {
    const of = sums.get(subject) ?? NO_CREDIT
    const there = CREDIT_STATES.reduce((sum, state) => sum + of[state], 0)
    const amount = amountOf(required, plan) - there
    return amount > 0 ? [{ subject, amount }] : []
  })

/** Gap of a subject in credits. Based on displayed figures: "1 of 1" must never show a gap. */
export const missingOf = ({ earned, required }: Pick<Figures, 'earned' | 'required'>): number =>
  Math.max(0, Math.round((required - earned) * 100) / 100)

/** Mastery levels; the plan contains their texts. */
export const MASTERY = ['not_begun', 'begun', 'well_under_way', 'met'] as const
export type Mastery = (typeof MASTERY)[number]

/** Both in the same unit. */
export const masteryOf = (earned: number, required: number): Mastery => {
  if (earned <= 0) return 'not_begun'
  if (earned >= required) return 'met'
  return 2 * earned >= required ? 'well_under_way' : 'begun'
}
