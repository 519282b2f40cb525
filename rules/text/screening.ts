import {
  REPORT_CATEGORIES,
  type ReportCategory,
  type SafetyCategory,
  SEVERITIES,
  type Severity,
} from '#rules/safety'

import { isCommonWord, type IsName, NO_NAMES } from './names-at-home.ts'
import { findIn, type Finding, isSaid, matchesIn } from './phrases.ts'
import { ADULT_RULES_IN_OTHER_LANGUAGES, RULES_IN_OTHER_LANGUAGES } from './screening-languages.ts'
import {
  ACTS,
  AT_HOME,
  BLAMED,
  BY_OUTSIDER,
  FICTION,
  FROM_A_MACHINE,
  FROM_AN_ADULT,
  IMPROPER_FROM_AN_ADULT,
  KIN,
  LURES,
  OUTSIDE,
  RULES,
  type Sign,
  SIGNS,
  THREATS,
  UNKNOWING,
} from './screening-rules.ts'
import { lettersOf, type Reading, readingsOf, spellingsOf } from './spelling.ts'

// Screens messages for content that responsible adults must know about, or that no tutor should answer.

export type { Finding } from './phrases.ts'

/** Number of distinct kinds that make a finding. */
const ENOUGH = {
  self_harm: { kinds: 3, severity: 'medium' },
  grooming: { kinds: 2, severity: 'high' },
  drugs_weapons: { kinds: 3, severity: 'high' },
} as const satisfies Partial<Record<ReportCategory, { kinds: number; severity: Severity }>>
/** A secret, a photo or a present is a danger only in combination with a possible perpetrator. */
const WHO_MAY_BE_A_DANGER = new Set(['stranger', 'age', 'affection'])

/** Readings of a text, and variants with names of household members marked. */
const readingsWith = (text: string, isAtHome: IsName): Reading[] => {
  const readings = readingsOf(text)
  if (isAtHome === NO_NAMES) return readings
  return readings.flatMap((reading) => {
    const latin = reading.letters.replaceAll(/[a-z]+/g, (word) => (isAtHome(word) ? NAMED : word))
    const letters = isAtHome.native ? latin.replaceAll(isAtHome.native, ` ${NAMED} `) : latin
    return letters === reading.letters ? [reading] : [reading, { ...reading, letters }]
  })
}
/** Rules for the words of people. */
const FROM_PEOPLE = [...RULES, ...RULES_IN_OTHER_LANGUAGES]

/** Replaces the name of a household member. */
const NAMED = 'guardian'

/**
 * Screens a single text.
 * @param isAtHome recognizes names of household members
 * @returns the most severe finding per category
 */
export const screen = (text: string, isAtHome = NO_NAMES): Finding[] => {
  const found: Finding[] = []
  for (const reading of readingsWith(text, isAtHome)) {
    for (const each of FROM_PEOPLE) {
      if (!isSaid(each, reading)) continue
      const isFiction = each.category === 'self_harm' && !isSaid(each, reading, FICTION)
      found.push({ category: each.category, severity: isFiction ? 'low' : each.severity })
    }
  }
  return worst(found)
}

const DOUBT = { category: 'abuse', severity: 'low' } as const satisfies Finding

/** True if the finding only says that someone should look. */
export const isUncertain = ({ category, severity }: Finding): boolean =>
  category === DOUBT.category && severity === DOUBT.severity

/** Findings of a message, plus the reader's doubt unless something more severe was found. */
export const addDoubt = (found: readonly Finding[], isDoubted: boolean): Finding[] =>
  isDoubted && found.every(({ severity }) => severity === 'low') ? [...found, DOUBT] : [...found]

/** Number of a learner's messages screened together, and their maximum total length in characters. */
const WINDOW = 12
const MAX_TOGETHER = 20_000
/** Characters on each side that are screened across the boundary to earlier messages. */
const OVERLAP_LENGTH = 400

/** Ends of the previous message, and of all earlier ones together: a sentence may be written in several messages. */
const endsOf = (before: readonly string[]): string[] =>
  [before.slice(-1), before.slice(1 - WINDOW)].flatMap(
    (messages) => messages.join(' ').slice(-OVERLAP_LENGTH) || [],
  )

/**
 * Screens the newest message of a conversation: alone, across the boundary to the earlier ones, and by accumulated signs.
 * @param before the learner's own messages, oldest first
 */
export const screenInConversation = (
  before: readonly string[],
  text: string,
  isAtHome = NO_NAMES,
): Finding[] => {
  const found = aloneAndAcross(before, text, (words) => screen(words, isAtHome))
  return worst([...found, ...byTheirSigns(newest(before), text)])
}

/** Findings in a text, and those that only its beginning together with the end of earlier ones has. */
const aloneAndAcross = (
  before: readonly string[],
  text: string,
  findingsOf: (words: string) => Finding[],
): Finding[] => {
  const alone = findingsOf(text)
  const start = text.slice(0, OVERLAP_LENGTH)
  const across = endsOf(before).flatMap((end) => {
    const known = new Set([...alone, ...findingsOf(end)].map(({ category }) => category))
    return findingsOf(`${end} ${start}`).filter(({ category }) => !known.has(category))
  })
  return [...alone, ...across]
}

const newest = (before: readonly string[]): string[] => {
  let room = MAX_TOGETHER
  return before
    .slice(1 - WINDOW)
    .toReversed()
    .filter(({ length }) => (room -= length) >= 0)
}

const signsIn =
  (signs: readonly Sign[]) =>
  (text: string): Sign[] => {
    const readings = readingsOf(text)
    return signs.filter(({ shows }) =>
      readings.some(({ letters, kind }) => matchesIn(shows[kind], letters)),
    )
  }
const dangerSignsIn = signsIn(SIGNS)
const luresIn = signsIn(LURES)

const byTheirSigns = (before: readonly string[], text: string): Finding[] => {
  const now = dangerSignsIn(text)
  if (now.length === 0) return []
  const all = [...before.flatMap(dangerSignsIn), ...now]
  return Object.entries(ENOUGH).flatMap(([category, { kinds, severity }]) => {
    // Reports only categories to which this message adds.
    if (!now.some(({ of }) => of === category)) return []
    const shown = new Set(all.filter(({ of }) => of === category).map(({ kind }) => kind))
    if (shown.size < kinds) return []
    if (category === 'grooming' && ![...shown].some((kind) => WHO_MAY_BE_A_DANGER.has(kind)))
      return []
    return [{ category: category as ReportCategory, severity }]
  })
}

/** Number of kinds of lures from which on each severity applies. */
const LURING = [
  { kinds: 3, severity: 'high' },
  { kinds: 2, severity: 'medium' },
] as const satisfies { kinds: number; severity: Severity }[]

/**
 * Screens what a minor writes to another for several kinds of lures, as of an adult who registered as a minor.
 * @param before the writer's own messages, oldest first
 * @param deleted kinds of lures in messages that the writer has deleted
 * @returns undefined unless the newest message adds to them
 */
export const screenLures = (
  before: readonly string[],
  text: string,
  deleted: readonly string[] = [],
): Severity | undefined => {
  const known = newest(before).flatMap(luresIn)
  const start = text.slice(0, OVERLAP_LENGTH)
  const across = endsOf(before).flatMap((end) => luresIn(`${end} ${start}`))
  const added = [...luresIn(text), ...across.filter((each) => !known.includes(each))]
  if (added.length === 0) return undefined
  const kinds = new Set([...[...known, ...added].map(({ kind }) => kind), ...deleted]).size
  return LURING.find((each) => kinds >= each.kinds)?.severity
}

/** Kinds of lures in a text. */
export const lureKindsIn = (text: string): string[] => [
  ...new Set(luresIn(text).map(({ kind }) => kind)),
]

/** True if a text contains a lure. */
export const isLure = (text: string): boolean => luresIn(text).length > 0

const worst = (found: readonly Finding[]): Finding[] =>
  REPORT_CATEGORIES.flatMap((category) => {
    const of = found.filter((each) => each.category === category)
    const severity = SEVERITIES.findLast((each) => of.some(({ severity }) => severity === each))
    return severity ? [{ category, severity }] : []
  })

/**
 * True if the text may name a guardian or household member as the danger, in which case no guardian is notified. True in doubt.
 * False for harm done entirely by an outsider, without mention of a household member. For reports by people, any mention of a
 * household member is enough.
 */
export const mayBeAboutHome = (
  found: readonly { category: SafetyCategory }[],
  text: string,
  isAtHome = NO_NAMES,
): boolean => {
  const readings = readingsWith(text, isAtHome)
  const isIn = (pattern: RegExp) => readings.some(({ letters }) => matchesIn(pattern, letters))
  return found.some(({ category }) => {
    if (category === 'reported') return isIn(AT_HOME) || isHarmByOthers(readings)
    if (category === 'abuse') return isIn(AT_HOME) || !isIn(OUTSIDE) || isHarmByOthers(readings)
    if (category === 'self_harm')
      return isIn(BLAMED) || isKinIn(readings) || namesOne(readings, isAtHome)
    if (isIn(ACTS)) return true
    return (category === 'sexual' || category === 'grooming') && isKinIn(readings)
  })
}

const isKinIn = (readings: readonly Reading[]) =>
  readings.some(({ letters }) => matchesIn(KIN, letters.replaceAll(UNKNOWING, ' ')))

/** Common words do not count as names such as Will or Hope. */
const namesOne = (readings: readonly Reading[], isAtHome: IsName) =>
  readings.some(
    ({ letters }) =>
      matchesIn(isAtHome.native, letters) ||
      letters.match(/[a-z]+/g)?.some((word) => !isCommonWord(word) && isAtHome(word)),
  )

const isHarmByOthers = (readings: readonly Reading[]) =>
  readings.some(({ letters, kind }) => {
    const rest = { letters: letters.replaceAll(BY_OUTSIDER, ' '), kind }
    return FROM_PEOPLE.some((each) => each.category === 'abuse' && isSaid(each, rest))
  })

/** Findings in an answer that must not reach a learner. */
export const screenAnswer = (text: string): Finding[] =>
  worst([...screen(text), ...findIn([...FROM_A_MACHINE, ...ADULT_RULES_IN_OTHER_LANGUAGES], text)])

/**
 * Screens what an adult writes to a child for threats and for what no adult may ask of one. A question about thoughts of suicide is none.
 * @param before the adult's own messages, oldest first
 */
export const screenAdult = (before: readonly string[], text: string): Finding[] =>
  worst(aloneAndAcross(before, text, (words) => worst(findIn(OF_ADULTS, words))))
const OF_ADULTS = [
  ...RULES.filter(({ category }) => category === 'sexual'),
  ...IMPROPER_FROM_AN_ADULT,
  ...THREATS,
  ...FROM_AN_ADULT,
  ...ADULT_RULES_IN_OTHER_LANGUAGES,
]

/** First of a family's topics that a text mentions, by whole words. */
export const findTopic = (topics: readonly string[], text: string): string | undefined => {
  const readings = spellingsOf(text)
  return topics.find((topic) => {
    const plain = lettersOf(topic)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (plain === '') return false
    const words = plain.split(' ')
    const says = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}(?:s|es)?(?![\\p{L}\\p{N}])`,
      'u',
    )
    return readings.some(({ letters }) => says.test(letters))
  })
}
