import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { CannotStart } from '#platform/database'

/** Another Lodestar is running on the same data folder. */
export class AlreadyRuns extends CannotStart {}

const SQLITE_BUSY = 5

/**
 * Locks `folder` for this process and returns the release function.
 *
 * Node has no file locks. The kernel drops SQLite's when the process dies, for whatever reason, so there are no stale locks, and
 * two processes can never both hold it.
 *
 * @throws AlreadyRuns if another process holds it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new AlreadyRuns(
        `Lodestar is already running on the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
      )
    throw error
  }
  return () => file.close()
}
