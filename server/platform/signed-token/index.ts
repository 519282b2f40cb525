import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16

/**
 * Turns a row's id into a secret that can be shown to its owner repeatedly, while a stolen database grants no access.
 * @param purpose separates tokens of different kinds
 */
const signatureOf = (secret: Uint8Array, purpose: string, id: Buffer): Buffer =>
  createHmac('sha256', secret).update(purpose).update(id).digest().subarray(0, SIGNATURE_BYTES)

/** The last part of a link: the id of its row (a UUID) and the site's signature of it, URL-safe. */
export const signedToken = (secret: Uint8Array, purpose: string, uuid: string): string => {
  const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(secret, purpose, id)]).toString('base64url')
}

/** The id in a token; undefined if this site did not sign it for that purpose. */
export const readSignedToken = (
  secret: Uint8Array,
  purpose: string,
  token: string,
): string | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), signatureOf(secret, purpose, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
