import { isDeepStrictEqual } from 'node:util'

import { compactVerify, importJWK } from 'jose'
import type { CryptoKey } from 'jose'
import { LRUCache } from 'lru-cache'

import type { Verification } from '#contract/credentials'
import type { Db } from '#platform/database'
import { readRecordCode } from '#rules/record-code'

import { addressesOf } from './addresses.ts'
import type { Addresses } from './addresses.ts'
import { areConsistent, codeOf, detailsOf, readClaims, statusIndexOf } from './claims.ts'
import type { CredentialClaims } from './claims.ts'
import { ALGORITHM, listKeys } from './keys.ts'
import { findByCode, findRevocation, isHeldBack } from './queries.ts'
import { parseStrictly } from './read-submitted.ts'
import type { Submitted } from './read-submitted.ts'
import { signedOnce } from './sign-once.ts'
import type { SigningParts } from './sign-once.ts'
import { credentialIn } from './sign.ts'
import { failed, genuine } from './verdict.ts'

/** A tolerance for clocks that do not agree, in milliseconds. */
const CLOCK_SKEW = 60_000

export type Verifier = {
  code: (code: string) => Promise<Verification>
  submitted: (submitted: Submitted) => Promise<Verification>
}

/**
 * Says whether something is a credential of ours. Only our own keys, lists and records are asked: nothing that a
 * credential points to is ever fetched.
 */
export const createVerifier = (signer: SigningParts, clock: () => Date): Verifier => {
  const { config, db } = signer
  const addresses = addressesOf(config.publicUrl)
  const isSignedByUs = signaturesOfOurs(db)

  const byToken = async (token: string): Promise<Verification> => {
    const read = readToken(token)
    if (!read) return failed('malformed')
    const { head, body } = read
    if (typeof body.iss !== 'string') return failed('malformed', { because: 'It names no issuer.' })
    if (!(await isSignedByUs(token, head.kid))) {
      return failed(body.iss === addresses.issuer ? 'altered' : 'foreign')
    }
    const claims = readClaims(body)
    if (!claims || !areConsistent(claims)) {
      return failed('malformed', {
        because: 'It is signed by us, but it is not a record of a person.',
      })
    }
    if (await isHeldBack(db, codeOf(claims))) return failed('unknown')
    const revocation = await findRevocation(db, statusIndexOf(claims))
    return judge(claims, addresses, revocation, clock())
  }

  const byCode = async (code: string): Promise<Verification> => {
    const row = await findByCode(db, code)
    return row ? byToken((await signedOnce(signer, row)).jwt) : failed('unknown')
  }

  /** JSON says nothing by itself, but where it repeats a record of ours word for word, that record speaks for it. */
  const byDocument = async (document: Record<string, unknown>): Promise<Verification> => {
    const { id, issuer, credentialSubject } = document
    if (typeof id !== 'string' || !credentialSubject) return failed('malformed')
    if (idOf(issuer) !== addresses.issuer) return failed('foreign')
    const start = addresses.credential('')
    const code = id.startsWith(start) ? readRecordCode(id.slice(start.length)) : undefined
    const row = code ? await findByCode(db, code) : undefined
    if (!row) return failed('altered')
    const { jwt } = await signedOnce(signer, row)
    return isDeepStrictEqual(document, credentialIn(jwt)) ? byToken(jwt) : failed('altered')
  }

  return {
    code: byCode,
    submitted: async (submitted) => {
      if (submitted.kind === 'code') return byCode(submitted.code)
      if (submitted.kind === 'token') return byToken(submitted.token)
      if (submitted.kind === 'document') return byDocument(submitted.document)
      return failed('malformed', { because: submitted.because })
    },
  }
}

const idOf = (issuer: unknown) =>
  typeof issuer === 'object' && issuer !== null && 'id' in issuer ? issuer.id : issuer

/** What a token says before anything of it is believed. */
const readToken = (token: string) => {
  const [header = '', payload = ''] = token.split('.')
  const [head, body] = [header, payload].map((part) =>
    parseStrictly(Buffer.from(part, 'base64url').toString()),
  )
  return head && body ? { head, body } : undefined
}

const judge = (
  claims: CredentialClaims,
  addresses: Addresses,
  revocation: Awaited<ReturnType<typeof findRevocation>>,
  now: Date,
): Verification => {
  const details = detailsOf(claims, addresses, revocation)
  if (revocation) return failed('revoked', { details })
  const inForce =
    claims.nbf * 1000 <= now.getTime() + CLOCK_SKEW &&
    (claims.exp === undefined || now.getTime() < claims.exp * 1000)
  return inForce ? genuine(details) : failed('expired', { details, alsoPassed: ['revocation'] })
}

/** By the last part of its address, whatever stands before: the site may have moved to another one since. */
const KEY_ID = /\/\.well-known\/keys\/([\w-]{43})$/

const signaturesOfOurs = (db: Db) => {
  // Our own keys never change and are never taken away: each is read once.
  const cache = new LRUCache<string, CryptoKey>({ max: 100 })

  const findKey = async (kid: unknown): Promise<CryptoKey | undefined> => {
    if (typeof kid !== 'string' || kid.length > 500) return undefined
    const [, id = ''] = KEY_ID.exec(kid) ?? []
    const cached = cache.get(id)
    if (cached || id === '') return cached
    const published = (await listKeys(db)).find((key) => key.id === id)
    if (!published) return undefined
    const key = (await importJWK(published.jwk, ALGORITHM)) as CryptoKey
    cache.set(id, key)
    return key
  }

  return async (token: string, kid: unknown): Promise<boolean> => {
    const key = await findKey(kid)
    if (!key) return false
    // The algorithm is ours to say, whatever the header claims.
    return compactVerify(token, key, { algorithms: [ALGORITHM] }).then(
      () => true,
      () => false,
    )
  }
}
