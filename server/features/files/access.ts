import type { AccountStatus } from '#contract/endpoint'
import type { Db } from '#platform/database'
import type { Caller } from '#platform/http'

/** A feature's rule that grants access to another person's file; `key` is part of their link. */
export type FileRule = (
  db: Db,
  caller: Caller | null,
  file: { id: string; ownerId: string; key: string | undefined },
) => Promise<boolean>

/** The owner of a closing account can still download their files. */
const OWN_WHILE: ReadonlySet<AccountStatus> = new Set(['active', 'closing'])

/** Returns true if a person, or an anonymous caller, may read a file now: its owner, or anyone admitted by a rule. */
export const canReadFile = async (
  db: Db,
  caller: Caller | null,
  file: { id: string; owner_id: string | null; purpose: string; key: string | undefined },
  rules: FileRule[],
): Promise<boolean> => {
  const { id, owner_id: ownerId, purpose, key } = file
  if (ownerId === null) return false
  // An admin acting as another person sees only files that the admin could see as well.
  if (caller?.actor && !(await canReadFile(db, caller.actor, file, rules))) return false
  // An export may contain another person's data, so being its owner is not enough (features/privacy).
  const isOwner = caller?.userId === ownerId && OWN_WHILE.has(caller.status)
  if (isOwner && purpose !== 'export') return true
  for (const rule of rules) if (await rule(db, caller, { id, ownerId, key })) return true
  return false
}
