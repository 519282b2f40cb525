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

/** A learner's message as sent to a model, without anything by which an outsider could find the learner. */
export const withoutIdentifiers = (text: string, names: readonly string[]): string => {
  const plain = text.replaceAll(EMAIL, '…').replaceAll(NUMBER, '…').replaceAll(ADDRESS, '…')
  return names
    .filter((name) => name.length > 1)
    .reduce(
      (rest, name) =>
        rest.replaceAll(
          // A non-letter, such as the hyphen of a double name, matches any character.
          new RegExp(`(?<![\\p{L}])${name.replaceAll(/[^\p{L}\s]/gu, '.')}(?![\\p{L}])`, 'giu'),
          'the learner',
        ),
      plain,
    )
}
