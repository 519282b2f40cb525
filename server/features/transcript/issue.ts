import { createHash } from 'node:crypto'

import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { OfficialTranscript } from '#contract/transcript'
import type { Issue, IssuedSummary, IssuedTranscript } from '#contract/transcript'
import { reserveCredentials, revokeCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'
import type { Caller } from '#platform/http'

import { recordOf } from './record.ts'

/** SHA-256 of the canonical form (RFC 8785), hexadecimal: whoever has the transcript can work it out again. */
const hashOf = (transcript: OfficialTranscript): string =>
  createHash('sha256')
    .update(canonicalize(transcript) ?? '')
    .digest('hex')

const ROLE_NAMES: Partial<Record<Caller['role'], string>> = {
  advisor: 'Advisor',
  educator: 'Educator',
  admin: 'Administrator',
}

/** Issues a transcript: a snapshot that nothing changes afterwards. `db` is a transaction. */
export const issueTranscript = async (
  db: Db,
  caller: Pick<Caller, 'userId' | 'role'>,
  { learner_id, recipient, rendering, paper, expires_at }: z.output<typeof Issue>,
  now: Date,
): Promise<IssuedTranscript> => {
  if (expires_at && Date.parse(expires_at) <= now.getTime()) {
    const message = 'Please choose a day that is still to come.'
    throw invalid(message, { expires_at: message })
  }
  const signer = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const [credential] = await reserveCredentials(db, [
    {
      kind: 'transcript',
      learnerId: learner_id,
      now,
      ...(expires_at ? { expiresAt: new Date(expires_at) } : {}),
    },
  ])
  if (!credential) throw new Error('no credential was reserved')
  // Parsed by the contract: nothing but what a transcript says goes into the snapshot.
  const transcript = z.parse(OfficialTranscript, {
    number: await nextNumber(db, now),
    verify_code: credential.code,
    issued_at: now.toISOString(),
    expires_at: expires_at ? new Date(expires_at).toISOString() : null,
    recipient,
    rendering,
    paper,
    signer: {
      name: `${signer.first_name} ${signer.last_name}`.trim(),
      role: ROLE_NAMES[caller.role] ?? 'Staff',
    },
    record: await recordOf(db, learner_id, now),
  })
  const row = await db
    .insertInto('issued_transcripts')
    .values({
      number: transcript.number,
      learner_id,
      credential_id: credential.id,
      snapshot: JSON.stringify(transcript),
      sha256: hashOf(transcript),
      issued_by: caller.userId,
      issued_at: transcript.issued_at,
      expires_at: transcript.expires_at,
    })
    .returning(COLUMNS)
    .$narrowType<{ snapshot: OfficialTranscript }>()
    .executeTakeFirstOrThrow()
  return asReply(row, now)
}

/** "LS-2026-000123". A number that was drawn and not used is left out. */
const nextNumber = async (db: Db, now: Date): Promise<string> => {
  const { rows } = await sql<{ drawn: number }>`
    select nextval('transcript_numbers') as drawn`.execute(db)
  return `LS-${now.getUTCFullYear()}-${String(rows[0]?.drawn).padStart(6, '0')}`
}

const COLUMNS = [
  'id',
  'learner_id',
  'credential_id',
  'snapshot',
  'sha256',
  'expires_at',
  'rescinded_at',
  'rescinded_because',
] as const

type Row = {
  id: string
  learner_id: string
  credential_id: string
  snapshot: OfficialTranscript
  sha256: string
  expires_at: string | null
  rescinded_at: string | null
  rescinded_because: string | null
}

const stateOf = ({ expires_at, rescinded_at }: Row, now: Date): IssuedTranscript['state'] => {
  if (rescinded_at !== null) return 'rescinded'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'valid'
}

const asReply = (row: Row, now: Date): IssuedTranscript => ({
  id: row.id,
  state: stateOf(row, now),
  rescinded_at: row.rescinded_at,
  rescinded_because: row.rescinded_because,
  sha256: row.sha256,
  transcript: row.snapshot,
})

/** The transcript and whose it is; undefined when there is none. */
export const findIssued = async (
  db: Db,
  by: { id: string } | { credentialId: string },
  now: Date,
): Promise<{ learnerId: string; issued: IssuedTranscript } | undefined> => {
  const row = await db
    .selectFrom('issued_transcripts')
    .select(COLUMNS)
    .$narrowType<{ snapshot: OfficialTranscript }>()
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
  const { rows } = await sql<Row & { total: number }>`
    select id, learner_id, credential_id, snapshot - 'record' as snapshot, sha256, expires_at, rescinded_at,
           rescinded_because, count(*) over () as total
    from issued_transcripts where learner_id = ${learnerId}
    order by issued_at desc, number desc limit ${limit} offset ${offset}`.execute(db)
  const items = rows.map((row) => {
    const { transcript, ...state } = asReply(row, now)
    return { ...transcript, ...state }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

/** Declares a transcript invalid for whoever verifies it. What it said stays. `db` is a transaction. */
export const rescindTranscript = async (
  db: Db,
  { id, reason, byId }: { id: string; reason: string; byId: string },
  now: Date,
): Promise<IssuedTranscript> => {
  const row = await db
    .updateTable('issued_transcripts')
    .set({
      rescinded_at: now.toISOString(),
      rescinded_because: reason,
      rescinded_by: byId,
    })
    .where('id', '=', id)
    .where('rescinded_at', 'is', null)
    .returning(COLUMNS)
    .$narrowType<{ snapshot: OfficialTranscript }>()
    .executeTakeFirst()
  if (!row) throw conflict('This transcript is rescinded already.')
  await revokeCredentials(db, [row.credential_id], reason, now)
  return asReply(row, now)
}

/** @throws notFound */
export const requireIssued = async (db: Db, id: string, now: Date) => {
  const found = await findIssued(db, { id }, now)
  if (!found) throw notFound()
  return found
}
