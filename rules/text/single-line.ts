// Control characters and what breaks a line; and the marks, embeddings, overrides and isolates that change the direction of
// writing (UAX #9), with which a text reads as another than it is. Joiners stay: names in many scripts need them.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const UNSEEN = new RegExp(`(?:${CONTROL.source}|${DIRECTION.source})+`, 'g')

/** What mail programs turn into links: a scheme, `www.`, or a domain. "J. R.", "St.John" and "O'Brien-Ruiz Jr." are none. */
const ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{Ll}{2,}|\p{Lu}{2,}|(?:Com|Net|Org|Info|Co|Io|De)\b)(?![\p{L}\p{N}])/u

/** Whether a text is one line that reads as it is written. */
export const isSingleLine = (text: string): boolean => !CONTROL.test(text) && !DIRECTION.test(text)

export const holdsWebAddress = (text: string): boolean => ADDRESS.test(text)

/** One line in which no program finds a link, for names in letters: whatever was stored before names were checked. */
export const defuseLinks = (text: string): string => {
  const line = text.replace(UNSEEN, ' ')
  return holdsWebAddress(line) ? line.replace(/[:./]+(?=\S)/g, ' ') : line
}

/** Words from elsewhere on one line. */
export const inOneLine = (text: string): string => text.replace(UNSEEN, ' ').trim()
