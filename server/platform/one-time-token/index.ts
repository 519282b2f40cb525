import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Secret of a one-time link. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code that people can read aloud and type. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
