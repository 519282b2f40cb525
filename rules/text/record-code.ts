/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = /^[0-9A-HJKMNP-TV-Z]+$/

/**
 * A code as somebody types it: with or without hyphens, in small letters, with O for 0 and I or L for 1.
 * Undefined when it cannot be one. That of a credential has sixteen letters.
 */
export const readRecordCode = (typed: string, length = 16): string | undefined => {
  if (typed.length > 60) return undefined
  const code = typed
    .toUpperCase()
    .replace(/[\s‐-―-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return code.length === length && LETTERS.test(code) ? code : undefined
}

/** The code in groups of four, as it stands on paper: `7KQ2-M0ZT-95AB-XW3E`. */
export const groupRecordCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
