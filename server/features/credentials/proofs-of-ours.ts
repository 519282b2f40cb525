import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { LRUCache } from 'lru-cache'

import type { Db } from '#platform/database'
import { unavailable } from '#platform/http'

import type { Addresses } from './addresses.ts'
import { inChecking } from './checking.ts'
import { ACHIEVEMENT_CONTEXTS, RECORD_CONTEXTS, VC_CONTEXT } from './contexts.ts'
import type { CheckingTask } from './data-integrity.ts'
import { controllerDocument } from './issuer.ts'
import { listKeys } from './keys.ts'

type Document = Record<string, unknown>

const check = inChecking<CheckingTask, boolean>(
  new URL('./data-integrity.ts', import.meta.url),
  'check',
)

/** Verifies that a credential and all its members have proofs by our keys that cover everything they say. */
export const proofsOfOurs = (db: Db, addresses: Addresses) => {
  // Caches valid proofs: our own keys never change and are never deleted.
  const genuine = new LRUCache<string, true>({ max: 1000 })

  /** @param asker fairness key of the check */
  return async (document: Document, asker: string): Promise<boolean> => {
    const members = membersOf(document)
    if (!members || !saysWhatItIsReadAs(document, members)) return false
    const hash = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    if (genuine.has(hash)) return true
    // The site may have had another URL and name when it signed: only the key matters.
    const keys = await listKeys(db)
    const credentials = [document, ...members]
    const issuers = new Set(credentials.map(({ issuer }) => idOf(issuer)))
    const controllers = [...issuers].flatMap((issuer) =>
      typeof issuer === 'string' ? [controllerDocument({ ...addresses, issuer }, keys)] : [],
    )
    const methods = new Set(controllers.flatMap(({ assertionMethod }) => assertionMethod))
    if (!credentials.every(({ proof }) => methods.has(methodOf(proof)))) return false
    const isGenuine = await check({ document, members, controllers }, asker)
    if (isGenuine === undefined) {
      throw unavailable('The record could not be checked right now. Please try again.')
    }
    if (isGenuine) genuine.set(hash, true)
    return isGenuine
  }
}

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const idOf = (issuer: unknown) => (isObject(issuer) ? issuer.id : issuer)

const methodOf = (proof: unknown) => (isObject(proof) ? String(proof.verificationMethod) : '')

/** Members of a record; undefined if some are invalid or duplicated. */
const membersOf = ({ credentialSubject: subject }: Document): Document[] | undefined => {
  const held = isObject(subject) ? (subject.verifiableCredential ?? []) : []
  if (!Array.isArray(held) || !held.every(isObject)) return undefined
  return new Set(held.map(({ id }) => id)).size === held.length ? held : undefined
}

/**
 * A proof covers the meaning that the document's contexts give its terms. This code reads plain terms, so the contexts must be
 * ours, in the expected places, and every property must be a plain term. JSON-LD also allows full IRIs and nesting: there, the
 * proof could cover an end date that this code overlooks.
 */
const saysWhatItIsReadAs = (document: Document, members: readonly Document[]): boolean =>
  [ACHIEVEMENT_CONTEXTS, RECORD_CONTEXTS, [VC_CONTEXT]].some((contexts) =>
    isDeepStrictEqual(document['@context'], contexts),
  ) &&
  members.every((member) => isDeepStrictEqual(member['@context'], ACHIEVEMENT_CONTEXTS)) &&
  namesOtherThanTerms(document).length === 1 + members.length

const TERM = /^[a-z]+$/i

/** Property names, at any depth, that are not plain terms: only `@context` in documents that we sign. */
const namesOtherThanTerms = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const here = Array.isArray(value) ? [] : Object.keys(value).filter((name) => !TERM.test(name))
  return [...here, ...Object.values(value).flatMap(namesOtherThanTerms)]
}
