/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = /^[0-9A-HJKMNP-TV-Z]+$/

/**
 * Normalizes a typed code: accepts missing hyphens, lower case, O for 0, and I or L for 1.
 * Undefined if invalid. Credential codes have sixteen characters.
 */
export const readRecordCode = (typed: string, length = 16): string | undefined => {
  if (typed.length > 60) return undefined
  const code = typed
    .toUpperCase()
    .replace(/[\s‐-―-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return code.length === length && ALPHABET.test(code) ? code : undefined
}

/** Groups of four, as printed on paper: `7KQ2-M0ZT-95AB-XW3E`. */
export const groupRecordCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
