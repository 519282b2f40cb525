import { compactVerify, importJWK } from 'jose'
import * as z from 'zod/mini'

import type { Db } from '#platform/database'

import type { Addresses } from './addresses.ts'
import { type CredentialClaims, readClaims } from './claims.ts'
import { ALGORITHM, listKeys } from './keys.ts'
import { parseStrictly } from './read-submitted.ts'

// Before credentials had embedded proofs, they were issued as signed tokens (ADR 55). These tokens remain valid, and holders may
// have nothing else.

const Registered = z.object({
  iss: z.string(),
  jti: z.string(),
  sub: z.string(),
  nbf: z.number(),
  exp: z.optional(z.number()),
})

export type EarlierToken =
  | { state: 'malformed' | 'foreign' | 'altered' }
  | { state: 'genuine'; claims: CredentialClaims }

export const readEarlierToken = async (
  db: Db,
  addresses: Addresses,
  token: string,
): Promise<EarlierToken> => {
  const [header = '', payload = ''] = token.split('.')
  const [head, body] = [header, payload].map((part) =>
    parseStrictly(Buffer.from(part, 'base64url').toString()),
  )
  if (!head || typeof body?.iss !== 'string') return { state: 'malformed' }
  if (!(await isSignedByUs(db, token, head.kid))) {
    return { state: body.iss === addresses.profile ? 'altered' : 'foreign' }
  }
  const claims = readClaims(body)
  return claims && areConsistent(body, claims)
    ? { state: 'genuine', claims }
    : { state: 'malformed' }
}

/** Matches the last part of the URL only: the site may have moved since. */
const KEY_ID = /\/\.well-known\/keys\/([\w-]{43})$/

const isSignedByUs = async (db: Db, token: string, kid: unknown): Promise<boolean> => {
  const [, id] = (typeof kid === 'string' && KEY_ID.exec(kid)) || []
  const key = (await listKeys(db)).find((key) => key.id === id)
  if (!key) return false
  // The algorithm is fixed, whatever the header claims.
  return compactVerify(token, await importJWK(key.jwk, ALGORITHM), {
    algorithms: [ALGORITHM],
  }).then(
    () => true,
    () => false,
  )
}

/** A token states everything twice, for two kinds of readers (Open Badges 3.0 §8.2.4.1): both must agree. */
const areConsistent = (body: unknown, claims: CredentialClaims): boolean => {
  const { data: said } = Registered.safeParse(body)
  return (
    said !== undefined &&
    said.iss === claims.issuer.id &&
    said.jti === claims.id &&
    said.sub === claims.credentialSubject.id &&
    said.nbf * 1000 === Date.parse(claims.validFrom) &&
    (said.exp === undefined
      ? claims.validUntil === undefined
      : said.exp * 1000 === Date.parse(claims.validUntil ?? ''))
  )
}
