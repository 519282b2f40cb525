import { isCommonWord } from './names-at-home.ts'
import { lettersOf } from './spelling.ts'

// Streamed answers are split into whole sentences, so that each can be screened before it is shown.

/** A text without a sentence end is cut at a space after this many characters. */
const MAX_LENGTH = 300
const END = /[.!?…。！？]["'”’)\]]*(?=\s)|\n/

/** Takes whole sentences off the front of a text. @returns the sentences, each with its trailing white space, and the rest */
export const extractSentences = (text: string): { sentences: string[]; rest: string } => {
  const sentences: string[] = []
  let rest = text
  for (;;) {
    const end = END.exec(rest)
    let length = end ? end.index + end[0].length : 0
    if (length === 0 || length > MAX_LENGTH) {
      if (rest.length < MAX_LENGTH) return { sentences, rest }
      const space = rest.lastIndexOf(' ', MAX_LENGTH)
      length = space > 0 ? space : MAX_LENGTH
    }
    // White space belongs to the preceding sentence; more may follow.
    const gap = /^\s*/.exec(rest.slice(length))?.[0].length ?? 0
    sentences.push(rest.slice(0, length + gap))
    rest = rest.slice(length + gap)
  }
}

// A run of such characters is searched from its beginning alone: from each of them, a long one takes quadratic time.
const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.-])[\w.-]+\.(?:com|org|net|io|co|app|gg|me|tv|info|ru|xyz|dev|ly|to|ai)\b(?:\/\S*)?/gi
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g
const NUMBER = /\+?\d(?:[\s().-]?\d){8,}/g

const MAX_PASSES = 20

/**
 * Plain words without markup, links, addresses or telephone numbers: a model's text must not lead anywhere. Repeated, because
 * what is removed may divide something else; nothing is left of a text that hides more.
 */
export const plainWords = (text: string): string => {
  let plain = text
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = plain
    plain = withoutLeads(before)
    if (plain === before) return plain
  }
  return ''
}

const withoutLeads = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/<\/?[a-z!][^>]*>?/gi, '')
    .replaceAll(EMAIL, '')
    .replaceAll(ADDRESS, '')
    .replaceAll(NUMBER, '')
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/\*\*|__|`+|~~/g, '')

/** Letters, joined by apostrophes and hyphens as in O’Brien and Ana-Maria. */
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
const LETTERS = /[\p{L}\p{M}]+/gu
/** Written without gaps between words. */
const WITHOUT_GAPS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]{2,}$/u
const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' } as const

/** Without accents, gaps and hyphens. */
const foldName = (name: string): string => lettersOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names and their parts, folded. A part that is lower case in a name with capitals is a particle: de, van. */
const foldedNames = (names: readonly string[]): Set<string> => {
  const parts = names.flatMap((name) =>
    (name.match(LETTERS) ?? []).filter((part) => /^\P{Ll}/u.test(part) || !/\p{Lu}/u.test(name)),
  )
  const spelled = [...names, ...parts].flatMap((name) => [
    name,
    name.toLowerCase().replaceAll(/[äöüøå]/g, (letter) => UMLAUTS[letter as keyof typeof UMLAUTS]),
  ])
  return new Set(spelled.map(foldName).filter(({ length }) => length > 1))
}

/**
 * A learner's message as sent to a model, without the learner's names, email addresses, links and long numbers. Names match in
 * any spelling of their accents and with an s; those of two letters, and common words such as Will, only with a capital, or they
 * would spoil most sentences. Takes linear time.
 */
export const withoutIdentifiers = (text: string, names: readonly string[]): string => {
  const composed = names.map((name) => name.normalize('NFC'))
  const folded = foldedNames(composed)
  const isOne = (name: string, word: string) =>
    folded.has(name) && !(/^\p{Ll}/u.test(word) && (name.length === 2 || isCommonWord(name)))
  const isName = (word: string) => {
    const name = foldName(word)
    return isOne(name, word) || (name.endsWith('s') && isOne(name.slice(0, -1), word))
  }
  const withoutGaps = composed.filter((name) => WITHOUT_GAPS.test(name))
  const inRuns = new RegExp(withoutGaps.toSorted((a, b) => b.length - a.length).join('|'), 'gu')
  const plain = text
    .normalize('NFC')
    .replaceAll(EMAIL, '…')
    .replaceAll(NUMBER, '…')
    .replaceAll(ADDRESS, '…')
    .replaceAll(WORD, (word) =>
      isOne(foldName(word), word)
        ? 'the learner'
        : word.replaceAll(LETTERS, (part) => (isName(part) ? 'the learner' : part)),
    )
  return withoutGaps.length === 0 ? plain : plain.replaceAll(inRuns, 'the learner')
}
