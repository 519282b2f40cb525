/** Text without case and accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

const isLatin = (word: string) => /^\p{ASCII}+$/u.test(word)

/** True if each of the search words begins a word of the text, or is a part of it in scripts without spaces. */
export const matches = (text: string, search: string): boolean => {
  const within = plain(text)
  const words = wordsIn(within)
  return wordsIn(plain(search)).every((word) =>
    isLatin(word) ? words.some((each) => each.startsWith(word)) : within.includes(word),
  )
}

/** Best matches first: those whose name begins with the search. The order is otherwise kept. */
export const bestFirst = <T>(items: readonly T[], nameOf: (item: T) => string, search: string) => {
  const wanted = plain(search.trim())
  const rank = (item: T) => (plain(nameOf(item)).startsWith(wanted) ? 0 : 1)
  return items.toSorted((a, b) => rank(a) - rank(b))
}

/** Part of a long text around the match. */
export const around = (text: string, search: string): string => {
  const at = text.toLowerCase().indexOf(search.toLowerCase())
  return at > 60 ? `…${text.slice(at - 40)}` : text
}
