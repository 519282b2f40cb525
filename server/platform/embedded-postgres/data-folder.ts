import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { CannotStart, type Log } from '#platform/database'

import { canReach, databaseUser } from './database-user.ts'

/**
 * The folder that holds the site's database and files; it exists afterwards.
 *
 * @param configured DATA_DIR, when somebody set it: it is taken as it is.
 * @param fallback Where the folder is by default. Started as root, PostgreSQL's own user must be able to enter it; where it
 *   cannot (a checkout in /root), a folder under /var/lib is taken instead and the log says so.
 */
export const chooseDataFolder = async (options: {
  configured: string | undefined
  fallback: string
  log: Log
}): Promise<string> => {
  const { configured, log } = options
  const wanted = resolve(configured ?? options.fallback)
  if (configured !== undefined) return makeDataFolder(wanted)

  const user = await databaseUser(join(wanted, 'postgres'))
  if (canReach(user, dirname(wanted))) return makeDataFolder(wanted)
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const reachable = join('/var/lib/lodestar', name)
  log.info(`Data is kept in ${reachable}, because PostgreSQL's own user cannot enter ${wanted}.`)
  return makeDataFolder(reachable)
}

/**
 * Makes the folder unless it exists, and gives its true path.
 *
 * @throws CannotStart when this user cannot write there.
 */
export const makeDataFolder = async (folder: string): Promise<string> => {
  try {
    // 711: PostgreSQL's own user may pass, nobody may list.
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
