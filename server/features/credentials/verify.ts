import type { CredentialDetails, Verification } from '#contract/credentials'
import type { Db } from '#platform/database'

import { addressesOf } from './addresses.ts'
import {
  codeOf,
  type CredentialClaims,
  detailsOf,
  heldIndexesOf,
  readClaims,
  statusIndexOf,
} from './claims.ts'
import { readEarlierToken } from './earlier-tokens.ts'
import { idOf, proofsOfOurs } from './proofs-of-ours.ts'
import { findByCode, findCurrentState } from './queries.ts'
import type { Submitted } from './read-submitted.ts'
import { signOnDemand, type SigningParts } from './sign-once.ts'
import { failed, genuine } from './verdict.ts'

/** Tolerance for clock differences, in milliseconds. */
const CLOCK_SKEW = 60_000

/**
 * @param db read from here; unsigned credentials are signed on the primary
 * @param asker fairness key, such as a network
 */
export type Verifier = {
  code: (db: Db, code: string, asker: string) => Promise<Verification>
  submitted: (db: Db, submitted: Submitted, asker: string) => Promise<Verification>
}

/**
 * Verifies whether a credential is ours. Uses only our own keys, lists and records: nothing that a credential refers to is ever
 * fetched.
 */
export const createVerifier = (signer: SigningParts, clock: () => Date): Verifier => {
  const { config } = signer
  const addresses = addressesOf(config.publicUrl)
  const isSignedByUs = proofsOfOurs(signer.db, addresses)

  const byDocument = async (
    db: Db,
    document: Record<string, unknown>,
    asker: string,
  ): Promise<Verification> => {
    const { id, issuer, credentialSubject } = document
    if (typeof id !== 'string' || !credentialSubject) return failed('malformed')
    if (!(await isSignedByUs(document, asker))) {
      return failed(idOf(issuer) === addresses.issuer ? 'altered' : 'foreign')
    }
    const claims = readClaims(document)
    return claims ? byClaims(db, claims) : failed('malformed', { because: NOT_OF_A_PERSON })
  }

  const byClaims = async (db: Db, claims: CredentialClaims): Promise<Verification> => {
    const { credential, revocation, revoked_held } = await findCurrentState(db, {
      code: codeOf(claims),
      statusIndex: statusIndexOf(claims.credentialStatus),
      heldIndexes: heldIndexesOf(claims),
    })
    if (credential && !credential.may_publish) return failed('unknown')
    const known = {
      text: credential?.kind === 'transcript' ? await textOf(db, credential.id) : null,
      revocation,
      revokedHeld: new Set(revoked_held.map(({ status_index }) => status_index)),
    }
    return judge(detailsOf(claims, addresses, known), claims, clock())
  }

  const textOf = async (db: Db, credentialId: string): Promise<CredentialDetails['text']> => {
    const content = await signer.contentOf.transcript?.(db, credentialId)
    if (!content) return null
    return { url: addresses.base + content.text.path, sha256: content.text.sha256 }
  }

  const byToken = async (db: Db, token: string): Promise<Verification> => {
    const read = await readEarlierToken(db, addresses, token)
    return read.state === 'genuine' ? byClaims(db, read.claims) : failed(read.state)
  }

  const byCode = async (db: Db, code: string, asker: string): Promise<Verification> => {
    const row = await findByCode(db, code)
    return row ? byDocument(db, await signOnDemand(signer, row), asker) : failed('unknown')
  }

  return {
    code: byCode,
    submitted: async (db, submitted, asker) => {
      if (submitted.kind === 'code') return byCode(db, submitted.code, asker)
      if (submitted.kind === 'token') return byToken(db, submitted.token)
      if (submitted.kind === 'document') return byDocument(db, submitted.document, asker)
      return failed('malformed', { because: submitted.because })
    },
  }
}

const NOT_OF_A_PERSON = 'It is signed by us, but it is not a person’s record.'

const judge = (details: CredentialDetails, claims: CredentialClaims, now: Date): Verification => {
  if (details.revoked_at) return failed('revoked', { details })
  const inForce =
    Date.parse(claims.validFrom) <= now.getTime() + CLOCK_SKEW &&
    (claims.validUntil === undefined || now.getTime() < Date.parse(claims.validUntil))
  return inForce ? genuine(details) : failed('expired', { details, alsoPassed: ['revocation'] })
}
