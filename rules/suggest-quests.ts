import { type CreditPart, type CreditSums, gapsOf, type RequiredCredits } from './credits.ts'
import type { Subject } from './subjects.ts'

/** Quest that the learner could start, with the total credit of its tasks. */
export type Candidate = { id: string; hours: number; parts: readonly CreditPart[] }

export type Suggestion = {
  subject: Subject
  /** Exact gap, and the part of it that the quests would fill. */
  gap: number
  brings: number
  quests: string[]
}

/** In a large library, only the quests with the most credit are paired. */
const MAX_PAIRED = 60

type Choice = { quests: Candidate[]; amount: number; hours: number }

/**
 * For each subject with a gap, the best one or two quests: the quickest single quest that closes it, else the quickest pair that
 * does, else the pair with the most credit.
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
