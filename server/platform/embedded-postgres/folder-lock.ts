import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { CannotStart } from '#platform/database'

/** Another Lodestar runs on the same data folder. */
export class AlreadyRuns extends CannotStart {}

const SQLITE_BUSY = 5

/**
 * Claims `folder` for this process and returns the release.
 *
 * Node has no file lock of its own. SQLite's is one that the kernel drops when the process dies, however it dies, so a
 * stale lock cannot exist, and two processes can never both believe that they hold it.
 *
 * @throws AlreadyRuns when another process holds it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new AlreadyRuns(
        `Lodestar already runs on the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
      )
    throw error
  }
  return () => file.close()
}
