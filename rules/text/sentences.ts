// An answer that comes in pieces is read by whole sentences, so that each can be looked at before it is shown.

/** A text without an end in sight is cut at a space after so many characters. */
const LONGEST = 300
const END = /[.!?…。！？]["'”’)\]]*(?=\s)|\n/

/** Takes whole sentences off the front of a text. @returns them, each with the white space after it, and what is left */
export const takeSentences = (text: string): { sentences: string[]; rest: string } => {
  const sentences: string[] = []
  let rest = text
  for (;;) {
    const end = END.exec(rest)
    let length = end ? end.index + end[0].length : 0
    if (length === 0 || length > LONGEST) {
      if (rest.length < LONGEST) return { sentences, rest }
      const space = rest.lastIndexOf(' ', LONGEST)
      length = space > 0 ? space : LONGEST
    }
    // The white space belongs to the sentence before it; more of it may be on its way.
    const gap = /^\s*/.exec(rest.slice(length))?.[0].length ?? 0
    sentences.push(rest.slice(0, length + gap))
    rest = rest.slice(length + gap)
  }
}

const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|\b[\w.-]+\.(?:com|org|net|io|co|app|gg|me|tv|info|ru|xyz|dev|ly|to|ai)\b(?:\/\S*)?/gi
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const NUMBER = /\+?\d(?:[\s().-]?\d){8,}/g

/** Words alone: no markup, no links, no addresses and no telephone numbers. What a model writes cannot lead anywhere. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?[a-z!][^>]*>?/gi, '')
    .replaceAll(EMAIL, '')
    .replaceAll(ADDRESS, '')
    .replaceAll(NUMBER, '')
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/\*\*|__|`+|~~/g, '')

/** What a model is told of a learner's message: nothing by which somebody outside could find the learner. */
export const withoutIdentifiers = (text: string, names: readonly string[]): string => {
  const plain = text.replaceAll(EMAIL, '…').replaceAll(NUMBER, '…').replaceAll(ADDRESS, '…')
  return names
    .filter((name) => name.length > 1)
    .reduce(
      (rest, name) =>
        rest.replaceAll(
          // A sign other than a letter, such as the hyphen of a double name, is whatever sign.
          new RegExp(`(?<![\\p{L}])${name.replaceAll(/[^\p{L}\s]/gu, '.')}(?![\\p{L}])`, 'giu'),
          'the learner',
        ),
      plain,
    )
}
