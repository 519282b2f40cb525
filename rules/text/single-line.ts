// Control characters and line breaks; and the marks, embeddings, overrides and isolates that change the direction of writing (UAX
// #9), which can disguise a text. Joiners stay: names in many scripts need them.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const UNSEEN = new RegExp(`(?:${CONTROL.source}|${DIRECTION.source})+`, 'g')

/**
 * Text that mail clients turn into links: a scheme, `www.`, or a domain. Does not match "J. R.", "St.John" and "O'Brien-Ruiz
 * Jr.".
 */
const ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{Ll}{2,}|\p{Lu}{2,}|(?:Com|Net|Org|Info|Co|Io|De)\b)(?![\p{L}\p{N}])/u

/** True if a text is a single line without control characters that disguise it. */
export const isSingleLine = (text: string): boolean => !CONTROL.test(text) && !DIRECTION.test(text)

// A Braille cell without dots is drawn as a space, although it is none.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** True if a text shows nothing: it consists of spaces and invisible characters. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

export const holdsWebAddress = (text: string): boolean => ADDRESS.test(text)

/** Removes anything that mail clients turn into links, for names in emails that were stored before names were validated. */
export const defuseLinks = (text: string): string => {
  const line = text.replace(UNSEEN, ' ')
  return holdsWebAddress(line) ? line.replace(/[:./]+(?=\S)/g, ' ') : line
}

/** External text on one line. */
export const inOneLine = (text: string): string => text.replace(UNSEEN, ' ').trim()
