import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { CannotStart, type Log } from '#platform/database'

import { canReach, databaseUser } from './database-user.ts'

/**
 * Returns the folder of the site's database and files, and creates it.
 *
 * @param configured DATA_DIR, if set: used as it is.
 * @param fallback The default folder. When started as root, PostgreSQL's own user must be able to enter it; if not (a checkout in
 * /root), a folder under /var/lib is used instead, and logged.
 */
export const chooseDataFolder = async (options: {
  configured: string | undefined
  fallback: string
  log: Log
}): Promise<string> => {
  const { configured, log } = options
  const wanted = resolve(configured ?? options.fallback)
  if (configured !== undefined) return createDataFolder(wanted)

  const user = await databaseUser(join(wanted, 'postgres'))
  if (canReach(user, dirname(wanted))) return createDataFolder(wanted)
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const reachable = join('/var/lib/lodestar', name)
  log.info(`Data is kept in ${reachable}, because PostgreSQL's own user cannot enter ${wanted}.`)
  return createDataFolder(reachable)
}

/**
 * Creates the folder if necessary, and returns its real path.
 *
 * @throws CannotStart if this user cannot write there.
 */
export const createDataFolder = async (folder: string): Promise<string> => {
  try {
    // 711: PostgreSQL's own user may enter, nobody may list.
    await mkdir(folder, { recursive: true, mode: 0o711 })
    await access(folder, constants.W_OK)
    return await realpath(folder)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new CannotStart(
      `The data folder ${folder} cannot be written to (${reason}); set DATA_DIR to one that this user can write to.`,
    )
  }
}
