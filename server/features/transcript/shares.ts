import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { paths } from '#contract/paths'
import type { NewTranscriptShare, TranscriptShare } from '#contract/transcript'
import { lockLearner, mayBePublic, requireOwnStill } from '#features/learners'
import type { Db } from '#platform/database'
import { conflict, notFound, type Parts } from '#platform/http'
import { readSignedToken, signedToken } from '#platform/signed-token'

import { requireIssued } from './issue.ts'

const PURPOSE = 'transcript link'

export const shareUrl = (
  { config, secret }: Pick<Parts, 'config' | 'secret'>,
  shareId: string,
): string => `${config.publicUrl}${paths.sharedTranscript(signedToken(secret, PURPOSE, shareId))}`

const MAX_OPEN = 50
const DAY_MS = 24 * 3_600_000

/** Creates a link to the unofficial transcript, or to one of the learner's official ones. `db` is a transaction. */
export const addShare = async (
  db: Db,
  learnerId: string,
  { label, days, transcript_id }: z.output<typeof NewTranscriptShare>,
  now: Date,
): Promise<Omit<TranscriptShare, 'url'>> => {
  if (transcript_id !== undefined) {
    const issued = await requireIssued(db, transcript_id, now)
    if (issued.learnerId !== learnerId) throw notFound()
  }
  await lockLearner(db, learnerId)
  await requireOwnStill(db, learnerId, 'shareRecord', now)
  const open = await listShares(db, learnerId, { offset: 0, limit: 1 }, now)
  if (open.total >= MAX_OPEN) {
    throw conflict('You already have a lot of active links. Turn one off first.')
  }
  const { id } = await db
    .insertInto('transcript_shares')
    .values({
      learner_id: learnerId,
      transcript_id: transcript_id ?? null,
      label,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { items } = await listShares(db, learnerId, { offset: 0, limit: MAX_OPEN }, now)
  const share = items.find((each) => each.id === id)
  if (!share) throw notFound()
  return share
}

const isOpen = (now: Date) =>
  sql<boolean>`s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz`

/** Active links, newest first. */
export const listShares = async (
  db: Db,
  learnerId: string,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ items: Omit<TranscriptShare, 'url'>[]; total: number }> => {
  const rows = await db
    .selectFrom('transcript_shares as s')
    .leftJoin('issued_transcripts', 'issued_transcripts.id', 's.transcript_id')
    .select(({ fn }) => [
      's.id',
      's.label',
      's.transcript_id',
      'issued_transcripts.number',
      's.created_at',
      's.expires_at',
      's.views',
      's.last_viewed_at',
      fn.countAll<number>().over().as('total'),
    ])
    .where('s.learner_id', '=', learnerId)
    .where(isOpen(now))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows, total: rows[0]?.total ?? 0 }
}

/** Returns false if the link is not this learner's; does not change an expired one. */
export const endShare = async (
  db: Db,
  learnerId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const share = await db
    .updateTable('transcript_shares')
    .set(({ fn, val }) => ({
      revoked_at: fn.coalesce('revoked_at', val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('learner_id', '=', learnerId)
    .returning('id')
    .executeTakeFirst()
  return share !== undefined
}

/** Ends all shared transcripts of a learner who may not make any: on the thirteenth birthday they would open again by themselves. */
export const endShares = async (db: Db, learnerId: string, now: Date): Promise<void> => {
  await db
    .updateTable('transcript_shares')
    .set({ revoked_at: now.toISOString() })
    .where('learner_id', '=', learnerId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * The transcript that a token grants access to; undefined alike for unknown and expired ones, and while the learner's record may
 * not be shown.
 */
export const findShare = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<
  { learner_id: string; transcript_id: string | null; expires_at: string } | undefined
> => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (!id) return undefined
  return await db
    .selectFrom('transcript_shares as s')
    .innerJoin('accounts as u', 'u.id', 's.learner_id')
    .select(['s.learner_id', 's.transcript_id', 's.expires_at'])
    .where('s.id', '=', id)
    .where(isOpen(now))
    .where(mayBePublic)
    .executeTakeFirst()
}

/** Responds alike for unknown tokens. */
export const countView = async (
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
  now: Date,
): Promise<void> => {
  const id = readSignedToken(secret, PURPOSE, token)
  if (!id) return
  await db
    .updateTable('transcript_shares as s')
    .set(({ eb }) => ({ views: eb('views', '+', 1), last_viewed_at: now.toISOString() }))
    .where('s.id', '=', id)
    .where(isOpen(now))
    .execute()
}
