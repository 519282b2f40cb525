import { createHash } from 'node:crypto'

import canonicalize from 'canonicalize'
import * as z from 'zod/mini'

import {
  type Issue,
  type IssuedSummary,
  type IssuedTranscript,
  OfficialTranscript,
} from '#contract/transcript'
import { nextNumber, revokeRecord, reserveCredential, signerOf } from '#features/records'
import type { Db } from '#platform/database'
import { type Caller, invalid, notFound, type Parts } from '#platform/http'

import { recordOf } from './record.ts'

/** Canonical text of a transcript (RFC 8785), which is hashed. */
export const textOf = (transcript: OfficialTranscript): string => canonicalize(transcript) ?? ''

/** SHA-256, hexadecimal: anyone with the text can recompute it. */
const hashOf = (transcript: OfficialTranscript): string =>
  createHash('sha256').update(textOf(transcript)).digest('hex')

/** Title of its credential. */
export const titleOf = (number: string): string => `Academic transcript ${number}`

/** Issues a transcript: an immutable snapshot. `db` is a transaction. */
export const issueTranscript = async (
  { db, config }: Pick<Parts, 'db' | 'config'>,
  caller: Pick<Caller, 'userId' | 'role'>,
  given: z.output<typeof Issue>,
  now: Date,
): Promise<IssuedTranscript> => {
  const { learner_id, recipient, rendering, paper, expires_at } = given
  if (expires_at && Date.parse(expires_at) <= now.getTime()) {
    const message = 'Please choose a day in the future.'
    throw invalid(message, { expires_at: message })
  }
  const identity = await identityOf(db, given)
  const expiresAt = expires_at ? new Date(expires_at) : undefined
  const number = await nextNumber(db, 'transcript', now)
  const credential = await reserveCredential(db, 'transcript', {
    title: titleOf(number),
    learnerId: learner_id,
    now,
    expiresAt,
  })
  // Parsed by the contract, so that the snapshot contains only fields of a transcript.
  const transcript = z.parse(OfficialTranscript, {
    number,
    verify_code: credential.code,
    issued_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    recipient,
    rendering,
    paper,
    signer: await signerOf(db, caller),
    record: await recordOf({ db, config }, learner_id, now),
  })
  const row = await db
    .insertInto('issued_transcripts')
    .values({
      number: transcript.number,
      learner_id,
      credential_id: credential.id,
      learner_identity: identity && JSON.stringify(identity),
      snapshot: JSON.stringify(transcript),
      sha256: hashOf(transcript),
      issued_by: caller.userId,
      issued_at: transcript.issued_at,
      expires_at: transcript.expires_at,
    })
    .returning(COLUMNS)
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow()
  return asReply(row, now)
}

type Identity = IssuedTranscript['learner_identity']

const identityOf = async (
  db: Db,
  { learner_id, identified_by, student_number }: z.output<typeof Issue>,
): Promise<Identity> => {
  if (identified_by === 'nothing') return null
  if (identified_by === 'student_number') {
    return { kind: 'student_number', value: student_number ?? '' }
  }
  const { date_of_birth } = await db
    .selectFrom('accounts')
    .select('date_of_birth')
    .where('id', '=', learner_id)
    .executeTakeFirstOrThrow()
  if (date_of_birth) return { kind: 'birth_date', value: date_of_birth }
  const message = 'The learner has not given a date of birth.'
  throw invalid(message, { identified_by: message })
}

const COLUMNS = [
  'id',
  'learner_id',
  'credential_id',
  'learner_identity',
  'snapshot',
  'sha256',
  'expires_at',
  'revoked_at',
  'revoked_because',
] as const

type Narrowed = { learner_identity: Identity; snapshot: OfficialTranscript }

type IssuedRow = Narrowed & {
  id: string
  learner_id: string
  credential_id: string
  sha256: string
  expires_at: string | null
  revoked_at: string | null
  revoked_because: string | null
}

const stateOf = ({ expires_at, revoked_at }: IssuedRow, now: Date): IssuedTranscript['state'] => {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'valid'
}

const asReply = (row: IssuedRow, now: Date): IssuedTranscript => ({
  id: row.id,
  state: stateOf(row, now),
  revoked_at: row.revoked_at,
  revoked_because: row.revoked_because,
  sha256: row.sha256,
  learner_identity: row.learner_identity,
  transcript: row.snapshot,
})

/** The transcript and its learner; undefined if it does not exist. */
export const findIssued = async (
  db: Db,
  by: { id: string } | { credentialId: string },
  now: Date,
): Promise<{ learnerId: string; issued: IssuedTranscript } | undefined> => {
  const row = await db
    .selectFrom('issued_transcripts')
    .select(COLUMNS)
    .$narrowType<Narrowed>()
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if('credentialId' in by, (query) =>
      query.where('credential_id', '=', 'credentialId' in by ? by.credentialId : ''),
    )
    .executeTakeFirst()
  return row && { learnerId: row.learner_id, issued: asReply(row, now) }
}

export const listIssued = async (
  db: Db,
  learnerId: string,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ items: IssuedSummary[]; total: number }> => {
  const rows = await db
    .selectFrom('issued_transcripts')
    .select(COLUMNS)
    .select(({ eb, fn, val }) => [
      // Lists omit the record itself.
      eb('snapshot', '-', val('record')).as('snapshot'),
      fn.countAll<number>().over().as('total'),
    ])
    .$narrowType<Narrowed>()
    .where('learner_id', '=', learnerId)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map((row) => {
    const { transcript, ...state } = asReply(row, now)
    return { ...transcript, ...state }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

/** Revokes a transcript. `db` is a transaction. */
export const revokeTranscript = async (
  db: Db,
  by: { id: string; reason: string; byId: string },
  now: Date,
): Promise<IssuedTranscript> => {
  await revokeRecord(db, 'transcript', by, now, (revocation) =>
    db
      .updateTable('issued_transcripts')
      .set(revocation)
      .where('id', '=', by.id)
      .where('revoked_at', 'is', null)
      .returning('credential_id')
      .executeTakeFirst(),
  )
  return (await requireIssued(db, by.id, now)).issued
}

/** @throws notFound */
export const requireIssued = async (db: Db, id: string, now: Date) => {
  const found = await findIssued(db, { id }, now)
  if (!found) throw notFound()
  return found
}
