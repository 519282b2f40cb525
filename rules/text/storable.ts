/** Normalization sorts a run of marks in quadratic time. Text in any language has fewer than the limit of UAX #15, section 13. */
const MARKS = /\p{M}{31}/u
const EXCESS = /(\p{M}{30})\p{M}+/gu

/**
 * True if PostgreSQL and UTF-8 can store a text, and it costs no more than its length: no NUL, no lone surrogate, at most thirty marks on
 * a letter.
 */
export const isStorableText = (text: string): boolean =>
  !text.includes('\0') && text.isWellFormed() && !MARKS.test(text)

/** Removes marks above the limit, such as in text by a machine, before it is normalized. */
export const withoutExcessMarks = (text: string): string => text.replaceAll(EXCESS, '$1')
