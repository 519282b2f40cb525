import { revokeCredentials } from '#features/credentials'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'

type Revocation = { revoked_at: string; revoked_because: string; revoked_by: string }

/**
 * Revokes a record: verification reports that and the reason. Its content remains. `db` is a transaction.
 * @param mark stores the revocation with the record; undefined if one is already stored
 * @throws conflict if it was already revoked
 */
export const revokeRecord = async (
  db: Db,
  kind: 'diploma' | 'transcript',
  { reason, byId }: { reason: string; byId: string },
  now: Date,
  mark: (revocation: Revocation) => Promise<{ credential_id: string } | undefined>,
): Promise<void> => {
  const revoked = await mark({
    revoked_at: now.toISOString(),
    revoked_because: reason,
    revoked_by: byId,
  })
  if (!revoked) throw conflict(`This ${kind} is already revoked.`)
  await revokeCredentials(db, [revoked.credential_id], reason, now)
}
