import { createHash } from 'node:crypto'

import {
  ACHIEVEMENT_SCHEMA,
  ACHIEVEMENT_TYPES,
  type Envelope,
  identifiersOf,
  schemaEntry,
} from './achievement-credential.ts'
import type { Addresses } from './addresses.ts'
import type { RecordContent } from './content.ts'
import { ACHIEVEMENT_CONTEXTS, RECORD_CONTEXTS } from './contexts.ts'
import type { Signed, Unsigned } from './data-integrity.ts'
import { statusEntry } from './status-list.ts'

const CLR_SCHEMA = schemaEntry('clr/v2p0/schema/json/clr_v2p0_clrcredential_schema.json')

type Listed = RecordContent['achievements'][number]

/**
 * Builds a Comprehensive Learner Record 2.0. Its subject contains the badges with their own proofs, and one credential for each
 * entry of the record, which is signed with it and whose id refers to it.
 * @param badges the holder's badge credentials
 */
export const learnerRecord = (
  { holderName, title, description, achievements }: RecordContent,
  badges: readonly Signed[],
  envelope: Envelope,
  addresses: Addresses,
): Unsigned => {
  const { code, statusIndex, issuer, validFrom, validUntil, holder } = envelope
  const id = addresses.credential(code)
  const held = [
    ...achievements.map((listed) => listedCredential(listed, `${id}#${listed.id}`, envelope)),
    ...badges,
  ]
  return {
    '@context': RECORD_CONTEXTS,
    id,
    type: ['VerifiableCredential', 'ClrCredential'],
    name: title,
    description,
    issuer,
    validFrom,
    ...(validUntil === undefined ? {} : { validUntil }),
    credentialSubject: {
      id: holder.id,
      type: ['ClrSubject'],
      identifier: identifiersOf(holderName, holder),
      verifiableCredential:
        held.length > 0 ? held : [recordItself(title, description, id, envelope)],
    },
    credentialStatus: statusEntry(statusIndex, addresses),
    credentialSchema: [CLR_SCHEMA],
  }
}

/** The standard requires at least one credential, so an empty record contains itself. */
const recordItself = (title: string, description: string, id: string, envelope: Envelope) => {
  const criteria = 'Being on record.'
  const itself = {
    id: uuidFor(id),
    type: 'Achievement',
    name: title,
    description,
    criteria,
  } as const
  return listedCredential(itself, `${id}#${itself.id}`, envelope)
}

/**
 * Credits are a textual result rather than `creditsEarned`: libraries format fractions differently in the canonical form (0.07
 * becomes 7.000000000000001E-2, 7.0E-2 or 7.000000000000001E-02), so one would reject a proof made by another.
 */
export const CREDITS_EARNED = 'Credits earned'

type Holdable = Omit<Listed, 'type'> & { type: Listed['type'] | 'Achievement' }

const listedCredential = (
  listed: Holdable,
  id: string,
  { issuer, validFrom, holder }: Envelope,
) => {
  const { type, name, description, criteria, credits, result } = listed
  const results = [
    ...(credits === undefined ? [] : [{ name: CREDITS_EARNED, value: credits.toFixed(2) }]),
    ...(result ? [result] : []),
  ].map((each) => ({ ...each, id: `urn:uuid:${uuidFor(`${listed.id} ${each.name}`)}` }))
  return {
    '@context': ACHIEVEMENT_CONTEXTS,
    id,
    type: ACHIEVEMENT_TYPES,
    name,
    issuer,
    validFrom,
    credentialSubject: {
      id: holder.id,
      type: ['AchievementSubject'],
      achievement: {
        id: `urn:uuid:${listed.id}`,
        type: ['Achievement'],
        achievementType: type,
        name,
        description,
        criteria: { narrative: criteria },
        ...(results.length > 0
          ? {
              resultDescription: results.map(({ id, name }) => ({
                id,
                type: ['ResultDescription'],
                name,
                resultType: resultTypeOf(name),
              })),
            }
          : {}),
      },
      ...(results.length > 0
        ? {
            result: results.map(({ id, value }) => ({
              type: ['Result'],
              resultDescription: id,
              value,
            })),
          }
        : {}),
    },
    credentialSchema: [ACHIEVEMENT_SCHEMA],
  }
}

/** Maps a result's name to the vocabulary of Open Badges 3.0 (ResultType). */
const resultTypeOf = (name: string) => {
  if (/gpa|grade point/i.test(name)) return 'GradePointAverage'
  if (/grade/i.test(name)) return 'LetterGrade'
  if (/percent/i.test(name)) return 'Percent'
  return 'Result'
}

/** Derives a stable UUID from a text (RFC 9562, version 8). */
export const uuidFor = (text: string | Buffer): string => {
  const hash = createHash('sha256').update(text).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
