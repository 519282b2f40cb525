import type { IsName } from '#rules/text/names-at-home'
import { mayBeAboutHome } from '#rules/text/screening'
import { isFullyScreened } from '#rules/text/spelling'

import { CRISES, type SafetyCategory } from './safety.ts'

/** Content of a safety report, found by screening or reported by a person. */
export type ReportContent = {
  /** Guardians already cannot see the rest of the conversation. */
  isThreadWithheld: boolean
  /** Only safeguarding decides who else is notified, whatever the text: see `isForSafeguarding` in messages.ts. */
  isForSafeguarding: boolean
  found: readonly { category: SafetyCategory }[]
  /** Every quoted text, title, note and report. */
  texts: readonly string[]
  /** Words of others directly before: a child answers "Yes" to a friend who asks whether it is because of the father. */
  questions?: readonly string[]
  isAtHome: IsName
}

/** True if a report itself may be about somebody at home. True in doubt. */
export const isAboutHome = ({
  found,
  texts,
  questions = [],
  isAtHome,
}: Pick<ReportContent, 'found' | 'texts' | 'questions' | 'isAtHome'>): boolean => {
  const text = texts.join('\n')
  if (!isFullyScreened(text) || mayBeAboutHome(found, text, isAtHome)) return true
  if (!AFFIRMED.test(texts.at(-1) ?? '')) return false
  return questions.some((each) => each.includes('?') && mayBeAboutHome(found, each, isAtHome))
}

/** Beginning of an answer that says yes, in the languages that screening knows. */
const AFFIRMED =
  /^[^\p{L}\p{N}]*(?:(?:y(?:es|ea|eah|ep|up|a|ah)?|mhm+|uh ?huh|sure|of course|kinda|kind of|sort of|maybe|i think so|always|all the time|ja|doch|immer|oui|toujours|si|sí|siempre|sim|sempre|tak|zawsze|oo|opo|haan|có|vâng|نعم|اه|أجل)(?!\p{L})|是|对|對|嗯)/iu

const CALLS_FOR_HELP: ReadonlySet<SafetyCategory> = new Set([...CRISES, 'sexual'])

/** True if a report may be about whoever an earlier one accuses, whether it names them or not. */
export const isCallForHelp = ({ found }: Pick<ReportContent, 'found'>): boolean =>
  found.some(({ category }) => CALLS_FOR_HELP.has(category))

/**
 * First quoted message that may be about home: families cannot see the conversation from there on.
 * @param quoted in chronological order
 */
export const firstHomeDisclosure = <M extends { text: string }>(
  quoted: readonly M[],
  { found, isAtHome }: Pick<ReportContent, 'found' | 'isAtHome'>,
): M | undefined => {
  const isTooLong = !isFullyScreened(quoted.map(({ text }) => text).join('\n'))
  return quoted.find(({ text }) => isTooLong || mayBeAboutHome(found, text, isAtHome))
}
