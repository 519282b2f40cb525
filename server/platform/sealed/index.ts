import { hkdfSync } from 'node:crypto'

import { CompactEncrypt, compactDecrypt, errors } from 'jose'

// Values encrypted for storage in the database or a browser, which cannot read them.

/** @param purpose derives a separate key per use: a value sealed for one cannot be opened for another */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts a JSON value with the site's secret; URL-safe. */
export const seal = (secret: Uint8Array, purpose: string, value: unknown): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFor(secret, purpose))

/** Decrypts a value; undefined if it was not sealed with this secret for this purpose. */
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
