import { createHmac, randomBytes } from 'node:crypto'

import type { Db } from '#platform/database'
import { notFound, type Parts, unavailable } from '#platform/http'
import { isAdult } from '#rules/age'

import { achievementCredential, type Envelope, type Holder } from './achievement-credential.ts'
import { type Addresses, addressesOf } from './addresses.ts'
import type { ContentOf } from './content.ts'
import type { Signed, Unsigned } from './data-integrity.ts'
import { issuerReference } from './issuer.ts'
import { findSigningKey } from './keys.ts'
import { learnerRecord, uuidFor } from './learner-record.ts'
import { type CredentialRow, listBadgesAt, listUnsigned, storeSigned } from './queries.ts'
import { signCredential } from './sign.ts'
import { wholeSeconds } from './status-list.ts'

/** Content lookups by kind; a kind without one cannot be signed. */
export type KnownContent = Partial<ContentOf>

export type SigningParts = Pick<Parts, 'config' | 'db' | 'secret' | 'clock'> & {
  contentOf: KnownContent
}

/**
 * Covers a key rotation during signing. A second rotation at the same time is improbable; the request then fails and can be
 * repeated.
 */
const TRIES = 3

/**
 * Returns the signed credential, and signs it on the first request. Concurrent requests all get the same proof, which never
 * changes.
 * @throws notFound if no feature has the credential's content
 */
export const signOnDemand = async (signer: SigningParts, row: CredentialRow): Promise<Signed> => {
  if (row.document !== null) return row.document
  const { config, db, secret, clock } = signer
  const addresses = addressesOf(config.publicUrl)
  const credential = await compose(signer, row, addresses)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const key = await findSigningKey(db, secret)
    const document = await signCredential(credential, key, clock())
    const stored = await storeSigned(db, row.id, { keyId: key.id, document })
    if (stored) return stored
  }
  throw unavailable('The record could not be signed right now. Please try again.')
}

const QUEUE = 'credentials'

/** Enqueues the signing of a learner's credentials after the caller's transaction, so that later readers do not wait for it. */
export const signDeferred = (jobs: Parts['jobs'], db: Db, learnerId: string): Promise<void> =>
  jobs.enqueue(db, QUEUE, { learnerId })

export const signInBackground = (jobs: Parts['jobs'], signer: SigningParts): void =>
  jobs.work<{ learnerId: string }>(QUEUE, async ({ learnerId }) => {
    for (const row of await listUnsigned(signer.db, learnerId)) await signOnDemand(signer, row)
  })

const compose = async (
  signer: SigningParts,
  row: CredentialRow,
  addresses: Addresses,
): Promise<Unsigned> => {
  const { contentOf, db } = signer
  if (row.kind === 'transcript') {
    const content = await contentOf.transcript?.(db, row.id)
    if (!content) throw notFound()
    const badges = await signedBadges(signer, row, content.badges)
    const envelope = await envelopeOf(signer, row, addresses)
    return learnerRecord(content, badges, envelope, addresses)
  }
  const content = await contentOf[row.kind]?.(db, row.id)
  if (!content) throw notFound()
  const envelope = await envelopeOf(signer, row, addresses)
  return achievementCredential(content, envelope, addresses)
}

const signedBadges = async (signer: SigningParts, row: CredentialRow, ids: readonly string[]) => {
  const badges: Signed[] = []
  for (const badge of await listBadgesAt(signer.db, row.learner_id, ids, row.issued_at)) {
    badges.push(await signOnDemand(signer, badge))
  }
  return badges
}

const envelopeOf = async (
  { db, secret, clock }: SigningParts,
  row: CredentialRow,
  addresses: Addresses,
): Promise<Envelope> => ({
  code: row.code,
  statusIndex: row.status_index,
  issuer: await issuerReference(db, addresses),
  validFrom: wholeSeconds(row.issued_at),
  ...(row.expires_at === null ? {} : { validUntil: wholeSeconds(row.expires_at) }),
  holder: await findHolder(db, secret, row.learner_id, clock()),
})

const findHolder = async (
  db: Db,
  secret: Uint8Array,
  learnerId: string,
  now: Date,
): Promise<Holder> => {
  const { email, date_of_birth } = await db
    .selectFrom('accounts')
    .select(['email', 'date_of_birth'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  const pseudonym = createHmac('sha256', secret).update(`credential subject ${learnerId}`).digest()
  const id = `urn:uuid:${uuidFor(pseudonym)}`
  if (email === null || !isAdult(date_of_birth, now.toISOString().slice(0, 10))) return { id }
  return { id, mailbox: { email, salt: randomBytes(16).toString('hex') } }
}
