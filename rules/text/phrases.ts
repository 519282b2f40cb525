import type { ReportCategory, Severity } from '#rules/safety'

import { type Reading, readingsOf } from './spelling.ts'

// Phrases in a plain notation, matched in every reading of a text in linear time.

export type Finding = { category: ReportCategory; severity: Severity }

/** Pattern of a phrase for each kind of reading in which it can stand. */
export type Phrase = Partial<Record<Reading['kind'], RegExp>>

/** A phrase, and what it says about a text. */
export type ScreeningRule = Finding & {
  says: Phrase
  /** Nearby words that make it harmless: homework, a game, an accident. */
  unless?: RegExp
  isExcused: (text: string, from: number, to: number) => string
}

/** Bounds every repetition, so that matching takes linear time. */
const bounded = (source: string) =>
  source.replaceAll(']+', ']{1,20}').replaceAll(']*', ']{0,20}').replaceAll(')*', '){0,5}')
const edges = (source: string) => new RegExp(`(?<![a-z0-9])(?:${bounded(source)})(?![a-z0-9])`, 'g')
/**
 * A space in a pattern matches the gap between two words; a space with a question mark makes the gap optional. Words are written
 * as `readingsOf` normalizes them: no accents, no apostrophes, gaps of one character.
 */
const open = (source: string) =>
  source
    .replaceAll(/(?<=\(\?!) (?!\?)/g, '[ ]')
    .replaceAll(/\[ \.?\]| \??/g, (gap) =>
      gap.startsWith('[') ? gap : gap === ' ' ? '[ .]' : '[ .]?',
    )
/** Arbitrary words in between, in every notation that rules use. */
const FILLER = /\(\?:(?:\(\?!i \))?(?: \[a-z(?:0-9)?\]\+|\[a-z(?:0-9)?\]\+ )\)(?:\{\d+,\d+\}|[?*])/g
/** Pattern for readings without gaps, in which a filler matches any characters. */
const close = (source: string) =>
  source
    .replaceAll(FILLER, '.{0,20}?')
    .replaceAll(/(?<=\(\?!) (?!\?)/g, '[ ]?')
    .replaceAll(/\[ \.?\]| \??/g, (gap) => (gap.startsWith('[') ? gap : '[ .]?'))

/** Pattern for whole words of a text with its gaps. */
export const phrase = (source: string) => edges(open(source))
export const phrases = (source: string): Phrase => ({
  open: edges(open(source)),
  close: edges(close(source)),
  run: new RegExp(bounded(close(source)), 'g'),
})
/** Pattern for text in letters other than Latin. Chinese has no gaps; an Arabic word may have a prefix, never a suffix. */
export const nativePhrase = (source: string): Phrase => ({
  native: new RegExp(`(?:${open(source)})(?!\\p{Script=Arabic})`, 'gu'),
})

/** Number of characters around a phrase that may excuse it. */
const NEAR = 120
const nearby = (text: string, from: number, to: number) =>
  text.slice(Math.max(0, from - NEAR), to + NEAR)
const CLOSE_BY = 50
const sentenceAround = (text: string, from: number, to: number, reach: number) => {
  const before = text.slice(Math.max(0, from - reach), from)
  const after = text.slice(to, to + reach)
  const end = after.indexOf('.')
  return (
    before.slice(before.lastIndexOf('.') + 1) +
    text.slice(from, to) +
    (end < 0 ? after : after.slice(0, end))
  )
}
/** Only within its sentence, so that mentioning a game elsewhere does not hide a call for help or a threat. */
export const inItsSentence = (text: string, from: number, to: number) =>
  sentenceAround(text, from, to, CLOSE_BY)
/** For excuses that a long sentence names at its beginning, such as a museum. */
export const inItsLongSentence = (text: string, from: number, to: number) =>
  sentenceAround(text, from, to, NEAR)

/** @param unless words within `NEAR` characters that make it harmless */
export const rule = (
  category: ReportCategory,
  severity: Severity,
  source: string,
  unless?: string,
  isExcused = nearby,
): ScreeningRule => ({
  category,
  severity,
  says: phrases(source),
  isExcused,
  ...(unless ? { unless: phrase(unless) } : {}),
})
/** Harm to the writer. */
export const harm = (source: string, unless?: string) =>
  rule('abuse', 'high', source, unless, inItsSentence)

/** A rule for Chinese or Arabic. */
export const nativeRule = (
  category: ReportCategory,
  severity: Severity,
  source: string,
  unless?: string,
): ScreeningRule => ({
  category,
  severity,
  says: nativePhrase(source),
  isExcused: inItsSentence,
  ...(unless ? { unless: new RegExp(unless, 'gu') } : {}),
})

export const matchesIn = (pattern: RegExp | undefined, letters: string) =>
  pattern !== undefined && letters.search(pattern) !== -1

const FIRST_PERSON = phrase('i|im|ive|id|me|my|mine|my ?self|us|our|we')
const RETELLING = phrase(
  '(?:is|written) by [a-z]+|novels?|the author|chapters?|protagonist|main character|biograph(?:y|ies)|composer|century|(?:born|died) in 1[0-9]{3}|the (?:play|film|book) (?:is|begins|starts|ends)|shakespeare|dickens|mark twain|roald dahl|harry potter|hogwarts',
)
/** True for harm to others in an essay about a book or a life. Whoever tells of a friend says whose friend it is. */
const isRetold = (letters: string, sentence: string) =>
  !matchesIn(FIRST_PERSON, sentence) && matchesIn(RETELLING, letters)

/**
 * True if a rule's phrase stands in a text at least once without an excuse.
 * @param besides ignores the phrase in sentences with these words
 */
export const isSaid = (
  { category, says, unless, isExcused }: ScreeningRule,
  { letters, kind }: Reading,
  besides?: RegExp,
): boolean => {
  const pattern = says[kind]
  if (!pattern || !(unless || besides)) return matchesIn(pattern, letters)
  for (const { 0: found, index } of letters.matchAll(pattern)) {
    const end = index + found.length
    if (matchesIn(besides, inItsLongSentence(letters, index, end))) continue
    const around = isExcused(letters, index, end)
    if (matchesIn(unless, around)) continue
    if (category !== 'abuse' || !isRetold(letters, around)) return true
  }
  return false
}

/** Findings of some rules in a text, in every reading of it. */
export const findIn = (rules: readonly ScreeningRule[], text: string): Finding[] =>
  readingsOf(text).flatMap((reading) =>
    rules
      .filter((each) => isSaid(each, reading))
      .map(({ category, severity }) => ({ category, severity })),
  )
