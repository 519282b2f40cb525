import { type CreditPart, type CreditSums, gapsOf, type RequiredCredits } from './credits.ts'
import type { Subject } from './subjects.ts'

/** A quest that could be taken up, with all the credit that its tasks would bring. */
export type Candidate = { id: string; hours: number; parts: readonly CreditPart[] }

export type Suggestion = {
  subject: Subject
  /** What is missing, and what the quests would bring of it, exactly. */
  gap: number
  brings: number
  quests: string[]
}

/** Of a large library only those that bring most are paired. */
const MAX_PAIRED = 60

type Choice = { quests: Candidate[]; amount: number; hours: number }

/**
 * For each subject with a gap, the one or two quests that would do most about it: one that closes it, else two that close
 * it, the quickest first; else the two that bring most.
 */
export const suggestQuests = (
  sums: CreditSums,
  plan: RequiredCredits,
  candidates: readonly Candidate[],
): Suggestion[] =>
  gapsOf(sums, plan).flatMap(({ subject, amount: gap }) => {
    const singles = candidates
      .map((quest) => choiceOf(subject, [quest]))
      .filter(({ amount }) => amount > 0)
      .toSorted(byAmount)
      .slice(0, MAX_PAIRED)
    const choice =
      quickest(singles, gap) ?? quickest(pairsOf(subject, singles), gap) ?? both(subject, singles)
    if (!choice) return []
    const quests = choice.quests.map(({ id }) => id)
    return [{ subject, gap, brings: Math.min(choice.amount, gap), quests }]
  })

const choiceOf = (subject: Subject, quests: Candidate[]): Choice => ({
  quests,
  amount: quests
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => (part.subject === subject ? sum + part.amount : sum), 0),
  hours: quests.reduce((sum, { hours }) => sum + hours, 0),
})

const byAmount = (a: Choice, b: Choice) =>
  b.amount - a.amount ||
  a.hours - b.hours ||
  (a.quests[0]?.id ?? '').localeCompare(b.quests[0]?.id ?? '')

const quickest = (choices: Choice[], gap: number): Choice | undefined =>
  choices
    .filter(({ amount }) => amount >= gap)
    .toSorted((a, b) => a.hours - b.hours || byAmount(a, b))[0]

const pairsOf = (subject: Subject, singles: Choice[]): Choice[] =>
  singles.flatMap((first, i) =>
    singles.slice(i + 1).map((second) => choiceOf(subject, [...first.quests, ...second.quests])),
  )

const both = (subject: Subject, singles: Choice[]): Choice | undefined => {
  const quests = singles.slice(0, 2).flatMap(({ quests }) => quests)
  return quests.length > 0 ? choiceOf(subject, quests) : undefined
}
