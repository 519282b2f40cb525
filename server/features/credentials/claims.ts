import * as z from 'zod/mini'

import type { CredentialDetails } from '#contract/credentials'

import type { Addresses } from './addresses.ts'
import { CREDITS_EARNED } from './learner-record.ts'
import { statusIndexAt } from './status-list.ts'

// Fields of our own credentials that the response repeats; all others are ignored.

const text = z.string()
const Identity = z.object({ identityType: text, identityHash: text })
const Results = z.optional(z.array(z.object({ id: text, name: text })))
const Achievement = z.object({
  achievementType: z.optional(text),
  name: text,
  description: text,
  criteria: z.object({ narrative: z.optional(text) }),
  image: z.optional(z.object({ id: text })),
})
const Status = z.object({ statusListIndex: text, statusListCredential: text })
const Held = z.object({
  id: text,
  name: text,
  credentialStatus: z.optional(Status),
  credentialSubject: z.object({
    // Tokens contain this; see learner-record.ts.
    creditsEarned: z.optional(z.number()),
    achievement: z.object({ resultDescription: Results }),
    result: z.optional(z.array(z.object({ resultDescription: text, value: text }))),
  }),
})

const CredentialClaims = z.object({
  id: text,
  type: z.array(text),
  name: text,
  description: z.optional(text),
  issuer: z.object({ id: text, name: text, url: text }),
  validFrom: text,
  validUntil: z.optional(text),
  credentialSubject: z.object({
    id: text,
    identifier: z.array(Identity),
    achievement: z.optional(Achievement),
    verifiableCredential: z.optional(z.array(Held)),
  }),
  credentialStatus: Status,
})
export type CredentialClaims = z.output<typeof CredentialClaims>

/** Parses the claims of a credential; undefined for anything else, including our signed status lists. */
export const readClaims = (document: unknown): CredentialClaims | undefined => {
  const parsed = CredentialClaims.safeParse(document)
  return parsed.success ? parsed.data : undefined
}

/** Position in the status lists, starting at 1. */
export const statusIndexOf = (status: z.output<typeof Status>): number => {
  const [, list = ''] = /\/status-lists\/(\d+)$/.exec(status.statusListCredential) ?? []
  return statusIndexAt({ list: Number(list), entry: Number(status.statusListIndex) })
}

/** Positions of the badges in a record. */
export const heldIndexesOf = ({ credentialSubject }: CredentialClaims): number[] =>
  (credentialSubject.verifiableCredential ?? []).flatMap(({ credentialStatus }) =>
    credentialStatus ? [statusIndexOf(credentialStatus)] : [],
  )

export const codeOf = ({ id }: CredentialClaims): string => id.split('/').at(-1) ?? ''

const isDiploma = (type: string | undefined) =>
  type === 'Diploma' || type === 'CertificateOfCompletion'

const kindOf = ({ type, credentialSubject }: CredentialClaims): CredentialDetails['kind'] => {
  if (type.includes('ClrCredential')) return 'transcript'
  return isDiploma(credentialSubject.achievement?.achievementType) ? 'diploma' : 'badge'
}

type Known = {
  text: CredentialDetails['text']
  revocation: { revoked_at: string; revoked_because: string | null } | null
  /** Revoked positions among a record's members. */
  revokedHeld: ReadonlySet<number>
}

export const detailsOf = (
  claims: CredentialClaims,
  addresses: Addresses,
  { text, revocation, revokedHeld }: Known,
): CredentialDetails => {
  const { credentialSubject: subject, issuer } = claims
  const name = subject.identifier.find(({ identityType }) => identityType === 'name')
  return {
    code: codeOf(claims),
    kind: kindOf(claims),
    title: claims.name,
    description: subject.achievement?.description ?? claims.description ?? '',
    holder_name: name?.identityHash ?? '',
    issuer: { name: issuer.name, url: issuer.url },
    issued_at: claims.validFrom,
    expires_at: claims.validUntil ?? null,
    revoked_at: revocation?.revoked_at ?? null,
    revoked_because: revocation?.revoked_because ?? null,
    criteria: subject.achievement?.criteria.narrative ?? null,
    text,
    image_url: subject.achievement?.image ? addresses.svg(codeOf(claims)) : null,
    achievements: (subject.verifiableCredential ?? []).map((held) => ({
      name: held.name,
      // Achievements that the record itself lists have no status of their own.
      kind: held.credentialStatus === undefined ? 'achievement' : 'badge',
      revoked:
        held.credentialStatus !== undefined &&
        revokedHeld.has(statusIndexOf(held.credentialStatus)),
      ...resultsOf(held),
    })),
  }
}

const resultsOf = ({ credentialSubject }: z.output<typeof Held>) => {
  const { creditsEarned, achievement, result = [] } = credentialSubject
  const credits = achievement.resultDescription?.find(({ name }) => name === CREDITS_EARNED)?.id
  const earned = result.find(({ resultDescription }) => resultDescription === credits)
  const other = result.find(({ resultDescription }) => resultDescription !== credits)
  return {
    credits: earned ? Number(earned.value) : (creditsEarned ?? null),
    result: other?.value ?? null,
  }
}
