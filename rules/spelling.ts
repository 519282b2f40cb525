// How a text is read by rules that know words: look-alike letters, invisible characters, spaced-out letters, digits for letters
// and base64 are undone first.

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
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '|': 'l',
}
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'g')
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Lower case, without accents, apostrophes and invisible characters; look-alikes of Latin letters are those letters. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(INVISIBLE, '')
    .toLowerCase()
    .replaceAll(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replaceAll(/['’‘`´]/g, '')
    // A long gap is a gap.
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
/** Within a word that has letters too; a number stays a number. */
const withLettersForDigits = (letters: string): string =>
  letters.replaceAll(/(?=[a-z0-9@$!+]*[a-z])[a-z0-9@$!+]{3,}/g, (word) =>
    word.replaceAll(/[0134578@$!+](?=.*[a-z]|$)/g, (digit) => DIGITS[digit] ?? digit),
  )

/** `f u c k`, `k-i-l-l`: at least three letters, each apart from the next. */
const SPACED = /(?<![a-z0-9])[a-z0-9](?:[\s._*~\-/\\]{1,3}[a-z0-9]){2,}(?![a-z0-9])/g
const STARRED = /(?<=[a-z])[._*~-](?=[a-z])/g

const closed = (letters: string): string =>
  letters.replaceAll(SPACED, (run) => run.replaceAll(/[^a-z0-9]/g, ''))

const BASE64 = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{12,}={0,2}(?![A-Za-z0-9+/=])/g
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{Z}\s]{6,}$/u

const decoded = (text: string): string[] =>
  (text.match(BASE64) ?? []).flatMap((piece) => {
    try {
      const bytes = Uint8Array.from(atob(piece), (byte) => byte.codePointAt(0) ?? 0)
      const words = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return PRINTABLE.test(words) && /[a-z]{2}/i.test(words) ? [words] : []
    } catch {
      return []
    }
  })

/** A way to read a text; in a close one, gaps between words may be lost. */
export type Reading = { letters: string; isClose: boolean }

/** All ways in which a text can be meant to be read. */
export const readingsOf = (text: string): Reading[] => {
  const letters = lettersOf(text)
  const open = [letters, withLettersForDigits(letters), ...decoded(text).map(lettersOf)]
  const close = open.flatMap((each) => [closed(each), each.replaceAll(STARRED, '')])
  const seen = new Set<string>()
  const fresh = (reading: Reading) => {
    if (seen.has(reading.letters)) return false
    seen.add(reading.letters)
    return true
  }
  return [
    ...open.map((each) => ({ letters: each, isClose: false })),
    ...close.map((each) => ({ letters: each, isClose: true })),
  ].filter(fresh)
}
