import { sql } from 'kysely'

import type { Db } from '#platform/database'
import { newCode } from '#platform/one-time-token'

import type { CredentialKind } from './content.ts'

type Reservation = {
  kind: CredentialKind
  title: string
  learnerId: string
  now: Date
  expiresAt?: Date
}

/**
 * Creates credentials for new achievements, in the transaction that awards them; they are signed later. Returns them in the order
 * of `wanted`.
 */
export const reserveCredentials = async (
  db: Db,
  wanted: readonly Reservation[],
): Promise<{ id: string; code: string }[]> => {
  if (wanted.length === 0) return []
  const rows = wanted.map(({ kind, title, learnerId, now, expiresAt }) => ({
    // 80 bits.
    code: newCode(16),
    kind,
    title,
    learner_id: learnerId,
    issued_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  }))
  const stored = await db.insertInto('credentials').values(rows).returning(['id', 'code']).execute()
  const byCode = new Map(stored.map((row) => [row.code, row]))
  return rows.map(({ code }) => byCode.get(code)!)
}

/**
 * Revokes credentials permanently; idempotent.
 * @param because shown to anyone who verifies the credential
 */
export const revokeCredentials = async (
  db: Db,
  ids: readonly string[],
  because: string,
  now: Date,
): Promise<void> => {
  if (ids.length === 0) return
  await db
    .with('revoked', (db) =>
      db
        .updateTable('credentials')
        .set({ revoked_because: because })
        .where('id', 'in', ids)
        .where('revoked_because', 'is', null)
        .returning('status_index'),
    )
    .insertInto('revocations')
    .columns(['status_index', 'revoked_at'])
    .expression((select) =>
      select
        .selectFrom('revoked')
        .select(['status_index', sql<string>`${now.toISOString()}::timestamptz`.as('revoked_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
