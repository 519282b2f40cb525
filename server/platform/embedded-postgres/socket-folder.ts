import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CannotStart } from '#platform/database'

import { canReach, type DatabaseUser } from './database-user.ts'

export const PORT = 5432

// The kernel limits socket paths to 104 bytes on macOS and 108 on Linux.
const LONGEST_SOCKET_PATH = 100
const fits = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH

/** Creates a private folder for PostgreSQL's socket: in `dataFolder`, or in a shorter one if that path is too long. */
export const createSocketFolder = async (
  dataFolder: string,
  user: DatabaseUser,
): Promise<string> => {
  const name = `lodestar-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`
  const candidates = [join(dataFolder, 'run'), join(tmpdir(), name), join('/tmp', name)]
  const folder = candidates.find(fits)!
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // In a world-writable folder, an attacker could have created it first.
  const owner = user?.uid ?? process.getuid?.()
  const found = await lstat(folder)
  if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== owner))
    throw new CannotStart(
      `${folder} belongs to somebody else; remove it, or set DATA_DIR to a shorter path.`,
    )
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
  if (!canReach(user, folder))
    throw new CannotStart(
      `PostgreSQL's own user cannot enter ${folder}; set DATA_DIR to a shorter path.`,
    )
  return folder
}
