import { hkdfSync } from 'node:crypto'

import { CompactEncrypt, compactDecrypt } from 'jose'

import type { Letter } from './letter.ts'

// Letters hold links and codes that open accounts: a copy of the database does not tell them.
const keyFrom = (secret: Uint8Array) => new Uint8Array(hkdfSync('sha256', secret, '', 'mail', 32))

export const sealLetter = (secret: Uint8Array, letter: Letter): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(letter)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFrom(secret))

/** Throws for a letter that was sealed with another secret. */
export const openLetter = async (secret: Uint8Array, sealed: string): Promise<Letter> => {
  const { plaintext } = await compactDecrypt(sealed, keyFrom(secret))
  return JSON.parse(Buffer.from(plaintext).toString()) as Letter
}
