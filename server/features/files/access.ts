import type { Db } from '#platform/database'
import type { Caller } from '#platform/http'

export type ReadableFile = { id: string; owner_id: string | null }

/** A reason for which someone may see a file that is not theirs, as another feature knows it. */
export type FileRule = (db: Db, caller: Caller | null, file: ReadableFile) => Promise<boolean>

/** Whether a person, or anyone at all, may see a file at this moment: its owner, or whom one of the rules admits. */
export const canReadFile = async (
  db: Db,
  caller: Caller | null,
  file: ReadableFile,
  rules: FileRule[],
): Promise<boolean> => {
  if (file.owner_id === null) return false
  if (caller?.userId === file.owner_id && caller.status === 'active') return true
  for (const rule of rules) if (await rule(db, caller, file)) return true
  return false
}
