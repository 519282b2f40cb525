import { SignJWT } from 'jose'

import type { Addresses } from './addresses.ts'
import { ALGORITHM } from './keys.ts'
import type { SigningKey } from './keys.ts'

/** A verifiable credential (data model 2.0) as it is before it is signed. */
export type Unsigned = {
  id: string
  issuer: { id: string; [more: string]: unknown }
  /** Whole seconds: JWTs count in them, and both must agree. */
  validFrom: string
  validUntil?: string
  credentialSubject: { id: string; [more: string]: unknown }
  [more: string]: unknown
}

const seconds = (instant: string) => Date.parse(instant) / 1000

/**
 * A credential as a compact JWS whose payload is the credential itself with the registered claims beside it, and whose
 * `kid` leads to the public key (Open Badges 3.0 §8.2; Comprehensive Learner Record 2.0 signs alike).
 */
export const signCredential = (
  credential: Unsigned,
  { id, key }: SigningKey,
  addresses: Addresses,
): Promise<string> =>
  new SignJWT({
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    sub: credential.credentialSubject.id,
    nbf: seconds(credential.validFrom),
    ...(credential.validUntil === undefined ? {} : { exp: seconds(credential.validUntil) }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: addresses.key(id) })
    .sign(key)

const CLAIMS = new Set(['iss', 'jti', 'sub', 'nbf', 'exp'])

/** The credential that a token holds, without the token's own claims. Checks nothing: for tokens of our own database. */
export const credentialIn = (jwt: string): Record<string, unknown> => {
  const [, payload = ''] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !CLAIMS.has(name)))
}
