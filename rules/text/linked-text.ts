// How what people write to each other is shown: as the text that it is, with links that lead where they say.

/** A piece of a text; with `href`, a link. */
export type TextPart = { text: string; href?: string }

// Embeddings, overrides and isolates, with which a text reads as another than it is (UAX #9). Marks, which scripts that run from
// right to left need beside figures, stay.
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/g

const ADDRESS = /https?:\/\/[^\s<>"]+/giu
/** What ends a sentence is not part of the address before it. */
const TAIL = /[.,;:!?'’”»)\]]+$/u

/** Where an address leads; undefined for what hides that, such as `https://bank.example@elsewhere.example`. */
const targetOf = (address: string): URL | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url : undefined
}

/** Letters that look like others give themselves away in Punycode, which is shown for every address that has any. */
const shownAs = (address: string, { href, hostname }: URL): string =>
  hostname.includes('xn--') ? href : address

export const linkedParts = (written: string): TextPart[] => {
  const text = written.replace(TURNS_AROUND, '')
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const closes = found.includes('(') ? /[.,;:!?'’”»\]]+$/u : TAIL
    const address = found.replace(closes, '')
    const target = targetOf(address)
    if (!target) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: shownAs(address, target), href: target.href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
