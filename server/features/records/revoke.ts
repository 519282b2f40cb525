import { revokeCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

const TABLES = { transcript: 'issued_transcripts', diploma: 'diplomas' } as const

/**
 * Revokes a record: whoever verifies it hears so, and why. What it said stays. `db` is a transaction.
 * @throws conflict when it was revoked before
 */
export const revokeRecord = async (
  db: Db,
  kind: keyof typeof TABLES,
  { id, reason, byId }: { id: string; reason: string; byId: string },
  now: Date,
): Promise<void> => {
  const revoked = await db
    .updateTable(TABLES[kind])
    .set({ revoked_at: now.toISOString(), revoked_because: reason, revoked_by: byId })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('credential_id')
    .executeTakeFirst()
  if (!revoked) throw conflict(`This ${kind} is already revoked.`)
  await revokeCredentials(db, [revoked.credential_id], reason, now)
}
