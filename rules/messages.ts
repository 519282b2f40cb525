import { type IsName, NO_NAMES } from '#rules/text/names-at-home'
import {
  type Finding,
  JOIN,
  mayBeAboutHome,
  screenAnswer,
  screenInTalk,
} from '#rules/text/screening'

import { CRISES } from './safety.ts'

/** Why somebody reports a message. */
export const REPORT_REASONS = ['bullying', 'unwanted', 'unsafe', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/**
 * Whether safeguarding alone hears first of what a person reports: an adult wrote it, or the words may say less than is meant, as
 * where somebody asks for help with a message of their own.
 */
export const isForSafeguarding = (report: {
  isByAdult: boolean
  isOwn: boolean
  reason: ReportReason
}): boolean => report.isByAdult || report.isOwn || report.reason === 'unsafe'

/** The words that a message brings with it: its text and the names of its files, in which capitals begin words. */
export const wordsIn = (message: { text: string; files: readonly { name: string }[] }): string =>
  [
    message.text,
    ...message.files.map(({ name }) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')),
  ]
    .filter((each) => each !== '')
    .join('\n')

type Writing = {
  /** The writer's own messages before it, oldest first. */
  before: readonly string[]
  text: string
  isAtHome: IsName
  isAdult: boolean
}

/** Children write of what troubles them; what adults write to them is looked at for what nobody should ask of a child. */
export const findingsIn = ({ before, text, isAtHome, isAdult }: Writing): Finding[] =>
  isAdult
    ? [
        ...screenInTalk(before, text).filter(({ category }) => category === 'sexual'),
        ...askedOfAChild(before.at(-1)?.slice(-JOIN) ?? '', text),
      ]
    : screenInTalk(before, text, isAtHome)

/** Whether a name says nothing that a minor should not read, whoever has it. */
export const isHarmlessName = (name: string): boolean =>
  [true, false].every(
    (isAdult) => findingsIn({ before: [], text: name, isAtHome: NO_NAMES, isAdult }).length === 0,
  )

/** In a message by itself, and across the gap to the one before. */
const askedOfAChild = (last: string, text: string): Finding[] => {
  const asks = (words: string) =>
    screenAnswer(words).filter(({ category }) => category === 'grooming')
  const alone = asks(text)
  return alone.length > 0 || last === '' || asks(last).length > 0 ? alone : asks(`${last} ${text}`)
}

/**
 * What becomes of a message in which screening has found something:
 * - `deliver`: what is reported is reported. A friend who is told of distress may be who helps.
 * - `ask`: the writer is asked whether it is meant to be sent, as a telephone number may be.
 * - `refuse`: it is reported, and nobody gets it.
 */
export type Delivery = 'deliver' | 'ask' | 'refuse'

/** Whether a finding speaks of somebody in danger, rather than of broken rules. */
export const isCrisis = ({ category }: Finding) => (CRISES as readonly string[]).includes(category)

/** What a grown-up who cares for a child speaks of that the child's family is not to read: harm that the child may have told of. */
export const harmAtHomeIn = (text: string, isAtHome: IsName): Finding[] => {
  const found = screenInTalk([], text, isAtHome).filter(isCrisis)
  return mayBeAboutHome(found, text, isAtHome) ? found : []
}

/** What is told to those who look after a learner: personal data is asked about instead. */
export const reportable = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ category }) => category !== 'personal_data' && category !== 'dependence')

/** @param isAdult of the writer: who is grown up and writes to a child is not in need of help */
export const deliveryOf = (
  findings: readonly Finding[],
  { isAdult, isChecked }: { isAdult: boolean; isChecked: boolean },
): Delivery => {
  const grave = reportable(findings).filter(({ severity }) => severity !== 'low')
  if (grave.some((finding) => isAdult || !isCrisis(finding))) return 'refuse'
  const asks = findings.some(({ category }) => category === 'personal_data')
  return asks && !isAdult && !isChecked ? 'ask' : 'deliver'
}
