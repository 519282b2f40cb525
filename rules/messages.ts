import { type IsName, NO_NAMES } from '#rules/text/names-at-home'
import { findIn } from '#rules/text/phrases'
import {
  type Finding,
  mayBeAboutHome,
  screenAdult,
  screenInConversation,
} from '#rules/text/screening'
import { ASKED_ABOUT_HOME } from '#rules/text/screening-adults-ask'

import { CRISES } from './safety.ts'

/** Reasons for reporting a message. */
export const REPORT_REASONS = ['bullying', 'unwanted', 'unsafe', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/**
 * True if only safeguarding is notified first: an adult or somebody at home wrote the message, an adult reports it with a note or for
 * another reason, which may say what the message does not, or its text may understate the problem, such as a call for help about the
 * reporter's own message.
 */
export const isForSafeguarding = (report: {
  isByAdult: boolean
  isReporterAdult: boolean
  hasNote: boolean
  isFromHome: boolean
  isOwn: boolean
  reason: ReportReason
}): boolean =>
  report.isByAdult ||
  (report.isReporterAdult && (report.hasNote || report.reason === 'other')) ||
  report.isFromHome ||
  report.isOwn ||
  report.reason === 'unsafe'

/** Text of a message and the names of its files, split at camel case. */
export const searchableText = (message: {
  text: string
  files: readonly { name: string }[]
}): string =>
  [
    message.text,
    ...message.files.map(({ name }) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')),
  ]
    .filter((each) => each !== '')
    .join('\n')

type Writing = {
  /** The writer's own earlier messages, oldest first. */
  before: readonly string[]
  text: string
  isAtHome: IsName
  isAdult: boolean
}

/**
 * Children's messages are screened for distress; adults' messages to children for what no adult should ask of a child, or threaten
 * it with.
 */
export const findingsIn = ({ before, text, isAtHome, isAdult }: Writing): Finding[] =>
  isAdult ? screenAdult(before, text) : screenInConversation(before, text, isAtHome)

/** True if a name is harmless for a minor to read, whoever bears it. */
export const isHarmlessName = (name: string): boolean =>
  [true, false].every(
    (isAdult) => findingsIn({ before: [], text: name, isAtHome: NO_NAMES, isAdult }).length === 0,
  )

/**
 * Delivery of a message with findings:
 * - `deliver`: delivered, and reported if reportable. A friend who learns of distress may be able to help.
 * - `ask`: the writer must confirm, for example a telephone number.
 * - `refuse`: reported, and not delivered.
 */
export type Delivery = 'deliver' | 'ask' | 'refuse'

/** True if a finding indicates danger to someone, rather than broken rules. */
export const isCrisis = ({ category }: Finding) => (CRISES as readonly string[]).includes(category)

/** Findings to be heard wherever a child writes them: a crisis, and what is sexual and may be about home. */
export const findCallsForHelp = (
  before: readonly string[],
  text: string,
  isAtHome: IsName,
): Finding[] =>
  screenInConversation(before, text, isAtHome).filter(
    (found) =>
      isCrisis(found) || (found.category === 'sexual' && mayBeAboutHome([found], text, isAtHome)),
  )

/** Harm that a child may have disclosed to a caring adult, which the family must not read. */
export const findHarmAtHome = (text: string, isAtHome: IsName): Finding[] => {
  const found = findCallsForHelp([], text, isAtHome)
  if (mayBeAboutHome(found, text, isAtHome)) return found
  return findIn(ASKED_ABOUT_HOME, text).slice(0, 1)
}

/** Findings to report to responsible adults. Personal data triggers a confirmation instead. */
export const reportableFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ category }) => category !== 'personal_data' && category !== 'dependence')

/**
 * @param isAdult the writer is an adult: adults who write to a child are not the ones in distress
 * @param isToAdvisor only a child's own advisors receive it: they hear a call for help in any words
 */
export const deliveryFor = (
  findings: readonly Finding[],
  {
    isAdult,
    isChecked,
    isToAdvisor = false,
  }: { isAdult: boolean; isChecked: boolean; isToAdvisor?: boolean },
): Delivery => {
  const grave = reportableFindings(findings).filter(({ severity }) => severity !== 'low')
  const isCall = isToAdvisor && findings.some(isCrisis)
  if (!isCall && grave.some((finding) => isAdult || !isCrisis(finding))) return 'refuse'
  const asks = findings.some(({ category }) => category === 'personal_data')
  return asks && !isAdult && !isChecked ? 'ask' : 'deliver'
}

/**
 * People without whom a conversation can start: those whom its creator may not message, and as few as possible of those whom a
 * minor among the others may not message.
 * @param apart pairs who may not exchange messages
 */
export const withoutContact = (
  chosen: readonly string[],
  { reached, apart }: { reached: readonly string[]; apart: readonly (readonly [string, string])[] },
): Set<string> => {
  const leftOut = new Set(chosen.filter((id) => !reached.includes(id)))
  for (;;) {
    const open = apart.filter(([one, other]) => !leftOut.has(one) && !leftOut.has(other))
    const conflicts = (id: string) => open.filter((pair) => pair.includes(id)).length
    // Of equals, the one chosen last.
    const worst = chosen
      .filter((id) => conflicts(id) > 0)
      .toSorted((a, b) => conflicts(b) - conflicts(a) || chosen.indexOf(b) - chosen.indexOf(a))[0]
    if (worst === undefined) return leftOut
    leftOut.add(worst)
  }
}
