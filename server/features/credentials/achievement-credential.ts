import { createHash } from 'node:crypto'

import type { Addresses } from './addresses.ts'
import type { AchievementContent } from './content.ts'
import { ACHIEVEMENT_CONTEXTS } from './contexts.ts'
import type { Unsigned } from './data-integrity.ts'
import { statusEntry } from './status-list.ts'

/** What every credential says besides its content. */
export type Envelope = {
  code: string
  statusIndex: number
  issuer: { id: string; type: string[]; name: string; url: string }
  /** Whole seconds. */
  validFrom: string
  validUntil?: string
  holder: Holder
}

export type Holder = {
  /** A URI that stands for the learner in credentials only; the same in all of them, so that a record and its badges agree. */
  id: string
  /**
   * Left out for minors: the salt stands beside the hash, so whoever guesses the address can check the guess. The salt is
   * its own for each credential, because equal hashes would tell that two were sent to the same address.
   */
  mailbox?: Mailbox
}

type Mailbox = { email: string; salt: string }

/** Hashed as Open Badges 3.0 wants it (IdentityHash): whoever knows the address can check it, and nobody can read it. */
const hashOf = ({ email, salt }: Mailbox) =>
  `sha256$${createHash('sha256')
    .update(email + salt)
    .digest('hex')}`

/** Whose credential it is: a name, and for adults an address that can be checked but not read. */
export const identifiersOf = (holderName: string, { mailbox }: Holder) => [
  { type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: holderName },
  ...(mailbox
    ? [
        {
          type: 'IdentityObject',
          identityType: 'emailAddress',
          hashed: true,
          identityHash: hashOf(mailbox),
          salt: mailbox.salt,
        },
      ]
    : []),
]

export const schemaEntry = (path: string) => ({
  id: `https://purl.imsglobal.org/spec/${path}`,
  type: '1EdTechJsonSchemaValidator2019',
})

/**
 * Open Badges 3.0 has two names for the same thing, and verifiers take either. With both, a proof would not tell whether
 * one of them was changed.
 */
export const ACHIEVEMENT_TYPES = ['VerifiableCredential', 'OpenBadgeCredential']

export const ACHIEVEMENT_SCHEMA = schemaEntry(
  'ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
)

/** An Open Badges 3.0 AchievementCredential. */
export const achievementCredential = (
  { holderName, achievement }: AchievementContent,
  envelope: Envelope,
  addresses: Addresses,
): Unsigned => {
  const { code, statusIndex, issuer, validFrom, validUntil, holder } = envelope
  const { id, type, name, description, criteria, picture, tags } = achievement
  return {
    '@context': ACHIEVEMENT_CONTEXTS,
    id: addresses.credential(code),
    type: ACHIEVEMENT_TYPES,
    name,
    issuer,
    validFrom,
    ...(validUntil === undefined ? {} : { validUntil }),
    credentialSubject: {
      id: holder.id,
      type: ['AchievementSubject'],
      identifier: identifiersOf(holderName, holder),
      achievement: {
        id: `urn:uuid:${id}`,
        type: ['Achievement'],
        achievementType: type,
        name,
        description,
        criteria: { narrative: criteria },
        // The picture that every holder's has; the one with a credential inside is another.
        image: { id: picture ? addresses.base + picture.path : addresses.seal, type: 'Image' },
        ...(tags.length > 0 ? { tag: tags } : {}),
      },
    },
    credentialStatus: statusEntry(statusIndex, addresses),
    credentialSchema: [ACHIEVEMENT_SCHEMA],
  }
}
