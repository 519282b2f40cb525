import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { canReach, databaseUser } from './database-user.ts'
import type { Log } from './log.ts'

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
  if (configured !== undefined) return create(wanted)

  const user = await databaseUser(join(wanted, 'postgres'))
  if (canReach(user, dirname(wanted))) return create(wanted)
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const reachable = join('/var/lib/lodestar', name)
  log.info(`Data is kept in ${reachable}, because PostgreSQL's own user cannot enter ${wanted}.`)
  return create(reachable)
}

const create = async (folder: string): Promise<string> => {
  // 711: PostgreSQL's own user may pass, nobody may list.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  return folder
}
