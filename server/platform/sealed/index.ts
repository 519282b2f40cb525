import { hkdfSync } from 'node:crypto'

import { CompactEncrypt, compactDecrypt, errors } from 'jose'

// What the database or a browser keeps for us without being able to read it.

/** @param purpose gives each use a key of its own: what was sealed for one opens for no other */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts a JSON value with the site's secret; URL-safe letters. */
export const seal = (secret: Uint8Array, purpose: string, value: unknown): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFor(secret, purpose))

/** The value; undefined for what was not sealed with this secret for this purpose. */
export const unseal = async <T>(
  secret: Uint8Array,
  purpose: string,
  sealed: string,
): Promise<T | undefined> => {
  try {
    const { plaintext } = await compactDecrypt(sealed, keyFor(secret, purpose))
    return JSON.parse(Buffer.from(plaintext).toString()) as T
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
