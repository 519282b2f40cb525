// Normalized readings of a text for word-based rules: undoes look-alike letters, invisible characters, spaced-out letters, digits
// for letters and base64. Every step takes linear time in any script.

import { withoutExcessMarks } from './storable.ts'

/** Phonetic letters that look like small capitals, with their letters. */
const SMALL_CAPITALS = [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'].map((shape, i) => [
  shape,
  'abcdefghijklmnoprstuvwyz'[i]!,
])

const LOOK_ALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  к: 'k',
  м: 'm',
  т: 't',
  н: 'h',
  в: 'b',
  г: 'r',
  ո: 'n',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ѡ: 'w',
  ɑ: 'a',
  ɡ: 'g',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '|': 'l',
  ...Object.fromEntries(SMALL_CAPITALS),
}
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'g')
/** Emoji that stand for the word. */
const FISTS = /[👊🤛🤜🥊]/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Phrases in one character, which would become up to eighteen: the largest growth of all. */
const LIGATURES = /[\uFDFA\uFDFB]/g

/** Letters in brackets, filled circles and squares, from A to Z each. */
const FRAMES = [0x24_9c, 0x1_f110, 0x1_f150, 0x1_f170]
const FRAMED = /[\u249c-\u24b5\u{1f110}-\u{1f129}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu
const withoutFrame = (letter: string): string => {
  const point = letter.codePointAt(0) ?? 0
  const first = FRAMES.findLast((start) => start <= point) ?? point
  return String.fromCodePoint(97 + point - first)
}

/** German umlauts typed as two letters, in the words that rules know. */
const DIGRAPHS =
  /(?<![a-z])(?:ge|ver|be|er|um|an|aus)?(?:schlaeg|moecht|pruegel|wuerg|wuerd|kuess|koerper|beruehr|fuehl|fuer(?![a-z])|ueber|toet|wuensch|loesch|erzaehl|gewalttaetig|belaestig|maedchen|mitschueler|schueler|brueder|brueste)/g

/** Lower case, without accents, apostrophes and invisible characters; look-alikes are mapped to Latin letters. */
export const lettersOf = (text: string): string =>
  withoutExcessMarks(text)
    .replaceAll(LIGATURES, ' ')
    .replaceAll(FRAMED, withoutFrame)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(FISTS, ' punches ')
    .replaceAll(/🍆/gu, ' eggplant ')
    .replaceAll(/🍑/gu, ' peach ')
    .toLowerCase()
    .replaceAll(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replaceAll(/['’‘`´]/g, '')
    .replaceAll(DIGRAPHS, (stem) => stem.replaceAll(/([aou])e/g, '$1'))
    // Truncates long gaps.
    .replaceAll(/[^\p{L}\p{N}]{4,}/gu, (gap) => gap.slice(0, 3))

const DIGITS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
}
/** Only within words that contain letters; numbers stay numbers. Treats a final z as a plural s. */
const withLettersForDigits = (letters: string): string =>
  letters.replaceAll(/[a-z0-9@$!+]{3,}/g, (word) => {
    const last = word.search(/[a-z][^a-z]*$/)
    if (last === -1) return word
    return [...word]
      .map((each, i) => (i < last || i === word.length - 1 ? (DIGITS[each] ?? each) : each))
      .join('')
      .replace(/z$/, 's')
  })

/** `f u c k`, `k-i-l-l`, `k•i•l•l`: at least three separated letters. */
const SPACED = /(?<![a-z0-9])[a-z0-9](?:[^\p{L}\p{N}]{1,3}[a-z0-9]){2,}(?![a-z0-9])/gu
const STARRED = /(?<=[a-z])[._*~-](?=[a-z])/g

const closed = (letters: string): string =>
  letters.replaceAll(SPACED, (run) => run.replaceAll(/[^a-z0-9]/g, ''))

/** Only the spaced-out letters. A letter of another script separates the runs. */
const runsOf = (letters: string): string => closed((letters.match(SPACED) ?? []).join(' þ '))

const BASE64 = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{12,}={0,2}(?![A-Za-z0-9+/=])/g
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{Z}\s]{6,}$/u

const decoded = (text: string): string =>
  (text.match(BASE64) ?? [])
    .flatMap((piece) => {
      try {
        const bytes = Uint8Array.from(atob(piece), (byte) => byte.codePointAt(0) ?? 0)
        const words = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
        return PRINTABLE.test(words) && /[a-z]{2}/i.test(words) ? [words] : []
      } catch {
        return []
      }
    })
    .join('. ')

/**
 * - `open`: gaps between words as written.
 * - `close`: gaps between words may be missing.
 * - `run`: only spaced-out letters, joined.
 * - `native`: Chinese and Arabic letters as well.
 */
export const READINGS = ['open', 'close', 'run', 'native'] as const
export type Reading = { letters: string; kind: (typeof READINGS)[number] }

/** All possible readings of a text. */
export const spellingsOf = (text: string): Reading[] => {
  const letters = lettersOf(text)
  const open = [letters, withLettersForDigits(letters), lettersOf(decoded(text))]
  return distinct([
    ...open.map((each) => ({ letters: each, kind: 'open' as const })),
    ...open
      .flatMap((each) => [closed(each), each.replaceAll(STARRED, '')])
      .map((each) => ({ letters: each, kind: 'close' as const })),
    ...open.map((each) => ({ letters: runsOf(each), kind: 'run' as const })),
  ])
}

/** Twice the maximum message length: decomposition lengthens letters of other scripts. */
export const MAX_LENGTH = 40_000

/** True if rules read the whole text. The middle of longer, padded texts is skipped. */
export const isFullyScreened = (text: string): boolean =>
  // Counts only characters that could be read as letters.
  lettersOf(text).replaceAll(/[^a-z0-9@$!+\p{Script=Han}\p{Script=Arabic}]+/gu, ' ').length <=
  MAX_LENGTH

/** Words of a–z and digits, separated by a single space, or by a full stop at the end of a sentence. */
const wordsOf = (letters: string): string => {
  const words = letters.replaceAll(/[^a-z0-9]+/g, (gap) => (/[.!?]/.test(gap) ? '.' : ' '))
  return withoutMiddle(words)
}

const withoutMiddle = (words: string): string => {
  if (words.length <= MAX_LENGTH) return words
  // Keeps the beginning and the end, so that padding cannot hide anything in them.
  return `${words.slice(0, MAX_LENGTH / 2)} ${words.slice(-MAX_LENGTH / 2)}`
}

const NATIVE = /[\p{Script=Han}\p{Script=Arabic}]/u
/** Words in any letters: Chinese without gaps, Arabic without lengthened letters and in one spelling. */
export const nativeWordsOf = (letters: string): string =>
  withoutMiddle(
    letters
      .replaceAll('ـ', '')
      .replaceAll('ى', 'ي')
      .replaceAll('ة', 'ه')
      .replaceAll(/[^\p{L}\p{N}]+/gu, (gap) => (/[.!?。؟]/.test(gap) ? '.' : ' '))
      .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''),
  )

/** All readings as normalized words, for patterns in which every gap is one character. */
export const readingsOf = (text: string): Reading[] => {
  const readings = spellingsOf(text).map(({ letters, kind }) => ({
    letters: wordsOf(letters),
    kind,
  }))
  if (!NATIVE.test(text)) return distinct(readings)
  return distinct([...readings, { letters: nativeWordsOf(lettersOf(text)), kind: 'native' }])
}

const distinct = (readings: readonly Reading[]): Reading[] => {
  const seen = new Set<string>()
  return readings.filter(({ letters, kind }) => {
    // An open reading covers a close one with the same letters.
    const key = kind === 'run' ? `run ${letters}` : letters
    if (letters.trim() === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
