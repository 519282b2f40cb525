import type { CredentialDetails, Verification } from '#contract/credentials'

import { addressesOf } from './addresses.ts'
import { codeOf, detailsOf, readClaims, statusIndexOf } from './claims.ts'
import type { CredentialClaims } from './claims.ts'
import { readEarlierToken } from './earlier-tokens.ts'
import { idOf, proofsOfOurs } from './proofs-of-ours.ts'
import { findByCode, findRevocation, isHeldBack } from './queries.ts'
import type { Submitted } from './read-submitted.ts'
import { signedOnce } from './sign-once.ts'
import type { SigningParts } from './sign-once.ts'
import { failed, genuine } from './verdict.ts'

/** A tolerance for clocks that do not agree, in milliseconds. */
const CLOCK_SKEW = 60_000

/** @param asker whose turn it takes, such as a network */
export type Verifier = {
  code: (code: string, asker: string) => Promise<Verification>
  submitted: (submitted: Submitted, asker: string) => Promise<Verification>
}

/**
 * Says whether something is a credential of ours. Only our own keys, lists and records are asked: nothing that a
 * credential points to is ever fetched.
 */
export const createVerifier = (signer: SigningParts, clock: () => Date): Verifier => {
  const { config, db } = signer
  const addresses = addressesOf(config.publicUrl)
  const isSignedByUs = proofsOfOurs(db, addresses)

  const byDocument = async (
    document: Record<string, unknown>,
    asker: string,
  ): Promise<Verification> => {
    const { id, issuer, credentialSubject } = document
    if (typeof id !== 'string' || !credentialSubject) return failed('malformed')
    if (!(await isSignedByUs(document, asker))) {
      return failed(idOf(issuer) === addresses.issuer ? 'altered' : 'foreign')
    }
    const claims = readClaims(document)
    return claims ? byClaims(claims) : failed('malformed', { because: NOT_OF_A_PERSON })
  }

  const byClaims = async (claims: CredentialClaims): Promise<Verification> => {
    if (await isHeldBack(db, codeOf(claims))) return failed('unknown')
    const revocation = await findRevocation(db, statusIndexOf(claims))
    return judge(detailsOf(claims, addresses, await textOf(claims), revocation), claims, clock())
  }

  const textOf = async (claims: CredentialClaims): Promise<CredentialDetails['text']> => {
    const row = await findByCode(db, codeOf(claims))
    if (row?.kind !== 'transcript') return null
    const content = await signer.contentOf.transcript?.(db, row.id)
    if (!content) return null
    return { url: addresses.base + content.text.path, sha256: content.text.sha256 }
  }

  const byToken = async (token: string): Promise<Verification> => {
    const read = await readEarlierToken(db, addresses, token)
    return read.state === 'genuine' ? byClaims(read.claims) : failed(read.state)
  }

  const byCode = async (code: string, asker: string): Promise<Verification> => {
    const row = await findByCode(db, code)
    return row ? byDocument(await signedOnce(signer, row), asker) : failed('unknown')
  }

  return {
    code: byCode,
    submitted: async (submitted, asker) => {
      if (submitted.kind === 'code') return byCode(submitted.code, asker)
      if (submitted.kind === 'token') return byToken(submitted.token)
      if (submitted.kind === 'document') return byDocument(submitted.document, asker)
      return failed('malformed', { because: submitted.because })
    },
  }
}

const NOT_OF_A_PERSON = 'It is signed by us, but it is not a record of a person.'

const judge = (details: CredentialDetails, claims: CredentialClaims, now: Date): Verification => {
  if (details.revoked_at) return failed('revoked', { details })
  const inForce =
    Date.parse(claims.validFrom) <= now.getTime() + CLOCK_SKEW &&
    (claims.validUntil === undefined || now.getTime() < Date.parse(claims.validUntil))
  return inForce ? genuine(details) : failed('expired', { details, alsoPassed: ['revocation'] })
}
