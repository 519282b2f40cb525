// Renders text between people as plain text, with links whose text shows their real target.

/** Part of a text; a link if `href` is set. */
export type TextPart = { text: string; href?: string }

// Embeddings, overrides and isolates, which can disguise a text (UAX #9). Directional marks, which right-to-left scripts need
// beside digits, stay.
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/g

/** The text without characters that reverse it. */
export const withoutReversal = (text: string): string => text.replace(TURNS_AROUND, '')

const ADDRESS = /https?:\/\/[^\s<>"]+/giu
/** Closing punctuation is not part of the address before it, nor is a bracket that opened before the address. */
const TAIL = ".,;:!?'’”»]"
const withoutTail = (found: string): string => {
  const tail = found.includes('(') ? TAIL : `${TAIL})`
  let end = found.length
  while (tail.includes(found.charAt(end - 1)) && end > 0) end -= 1
  return found.slice(0, end)
}

/** Target of an address; undefined for addresses that disguise it, such as `https://bank.example@elsewhere.example`. */
const targetOf = (address: string): URL | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url : undefined
}

/** Punycode reveals look-alike letters, so it is shown for every address that contains any. */
const shownAs = (address: string, { href, hostname }: URL): string =>
  hostname.includes('xn--') ? href : address

export const linkedParts = (written: string): TextPart[] => {
  const text = withoutReversal(written)
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found)
    const target = targetOf(address)
    if (!target) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: shownAs(address, target), href: target.href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
