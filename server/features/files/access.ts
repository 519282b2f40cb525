import type { AccountStatus } from '#contract/endpoint'
import type { Db } from '#platform/database'
import type { Caller } from '#platform/http'

/** A reason for which someone may see a file that is not theirs, as another feature knows it; `key` came with their link. */
export type FileRule = (
  db: Db,
  caller: Caller | null,
  file: { id: string; ownerId: string; key: string | undefined },
) => Promise<boolean>

/** Who closes an account can still fetch what is theirs until the end. */
const OWN_WHILE: ReadonlySet<AccountStatus> = new Set(['active', 'closing'])

/** Whether a person, or anyone at all, may see a file at this moment: its owner, or whom one of the rules admits. */
export const canReadFile = async (
  db: Db,
  caller: Caller | null,
  file: { id: string; owner_id: string | null; purpose: string; key: string | undefined },
  rules: FileRule[],
): Promise<boolean> => {
  const { id, owner_id: ownerId, purpose, key } = file
  if (ownerId === null) return false
  // An admin who sees the site as somebody else sees no file of theirs that is closed to admins.
  if (caller?.actor && !(await canReadFile(db, caller.actor, file, rules))) return false
  // An export may hold somebody else's data: being its owner is not enough (features/privacy).
  const isOwner = caller?.userId === ownerId && OWN_WHILE.has(caller.status)
  if (isOwner && purpose !== 'export') return true
  for (const rule of rules) if (await rule(db, caller, { id, ownerId, key })) return true
  return false
}
