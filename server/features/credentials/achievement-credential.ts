import { createHash } from 'node:crypto'

import type { Addresses } from './addresses.ts'
import type { AchievementContent } from './content.ts'
import { ACHIEVEMENT_CONTEXTS } from './contexts.ts'
import type { Unsigned } from './data-integrity.ts'
import { statusEntry } from './status-list.ts'

/** Fields of every credential besides its content. */
export type Envelope = {
  code: string
  statusIndex: number
  issuer: { id: string; type: string[]; name: string; url: string }
  /** In whole seconds. */
  validFrom: string
  validUntil?: string
  holder: Holder
}

export type Holder = {
  /** A URI that identifies the learner in credentials only; shared by all of them, so that a record and its badges agree. */
  id: string
  /**
   * Undefined for minors: the salt is stored beside the hash, so a guess of the address can be verified. Each credential has its
   * own salt, because equal hashes would reveal that two have the same recipient.
   */
  mailbox?: Mailbox
}

type Mailbox = { email: string; salt: string }

/** An IdentityHash of Open Badges 3.0: anyone who knows the address can verify it, and nobody can read it. */
const hashOf = ({ email, salt }: Mailbox) =>
  `sha256$${createHash('sha256')
    .update(email + salt)
    .digest('hex')}`

/** The credential's holder: a name, and for adults an address that can be verified but not read. */
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
 * Open Badges 3.0 has two names for this type, and verifiers accept either. If both were listed, a proof would not reveal that
 * one had been changed.
 */
export const ACHIEVEMENT_TYPES = ['VerifiableCredential', 'OpenBadgeCredential']

export const ACHIEVEMENT_SCHEMA = schemaEntry(
  'ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
)

/** Builds an Open Badges 3.0 AchievementCredential. */
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
        // The shared image of the achievement, without an embedded credential.
        image: { id: picture ? addresses.base + picture.path : addresses.seal, type: 'Image' },
        ...(tags.length > 0 ? { tag: tags } : {}),
      },
    },
    credentialStatus: statusEntry(statusIndex, addresses),
    credentialSchema: [ACHIEVEMENT_SCHEMA],
  }
}
