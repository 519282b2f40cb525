import { execFile, type ExecFileOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { CannotStart, type Log } from '#platform/database'

import type { DatabaseUser } from './database-user.ts'
import type { Binaries } from './postgres-binaries.ts'

const MAJOR_VERSION = '18'
export const DATABASE = 'lodestar'
export const ROLE = 'lodestar'

const UNFINISHED = '.new-'

/** One folder contains the cluster and its password, so that a rename publishes both atomically. */
export type Cluster = { directory: string; password: string }

/**
 * Opens the cluster in `databaseFolder`, or creates it: in a temporary folder that is renamed when complete, so that an
 * interrupted creation starts again.
 */
export const openCluster = async (options: {
  databaseFolder: string
  binaries: Binaries
  user: DatabaseUser
  durable: boolean
  log: Log
}): Promise<Cluster> => {
  const { databaseFolder } = options
  const existing = await readCluster(databaseFolder)
  if (existing) return existing

  await removeUnfinished(databaseFolder)
  const unfinished = await mkdtemp(`${databaseFolder}${UNFINISHED}`)
  await makeCluster({ ...options, databaseFolder: unfinished })
  if (options.durable) await syncFolder(unfinished)
  await rename(unfinished, databaseFolder)
  if (options.durable) await syncFolder(dirname(databaseFolder))
  return (await readCluster(databaseFolder))!
}

/**
 * An interrupted initdb may still be running, so each attempt has its own folder, and one that cannot be removed yet does not
 * matter.
 */
const removeUnfinished = async (databaseFolder: string): Promise<void> => {
  const parent = dirname(databaseFolder)
  for (const name of await readdir(parent))
    if (name.startsWith(basename(databaseFolder) + UNFINISHED))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
}

const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder)
  await handle.sync()
}

const directoryIn = (databaseFolder: string) => join(databaseFolder, 'cluster')
const passwordFileIn = (databaseFolder: string) => join(databaseFolder, 'password')

export const readCluster = async (databaseFolder: string): Promise<Cluster | undefined> => {
  const directory = directoryIn(databaseFolder)
  try {
    const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
    if (version !== MAJOR_VERSION)
      throw new CannotStart(
        `The database in ${databaseFolder} was made by PostgreSQL ${version} and this is PostgreSQL ${MAJOR_VERSION}; restore a backup into an empty data folder.`,
      )
    return { directory, password: (await readFile(passwordFileIn(databaseFolder), 'utf8')).trim() }
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ENOENT') return undefined
      if (error.code === 'EACCES')
        throw new CannotStart(
          `The database in ${databaseFolder} belongs to another user; start Lodestar as that user or as root.`,
        )
    }
    throw error
  }
}

const makeCluster = async (options: Parameters<typeof openCluster>[0]): Promise<void> => {
  const { databaseFolder, binaries, user, durable, log } = options
  log.info('Creating a new database; this takes a moment.')
  const passwordFile = passwordFileIn(databaseFolder)
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600, flush: durable })
  if (user) for (const path of [databaseFolder, passwordFile]) await chown(path, user.uid, user.gid)

  const as = { ...user, cwd: databaseFolder, env: { LC_ALL: 'C', PATH: process.env.PATH } }
  await run(
    binaries.initdb,
    [
      `--pgdata=${directoryIn(databaseFolder)}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    as,
  )
  await run(
    binaries.postgres,
    ['--single', '-D', directoryIn(databaseFolder), ...(durable ? [] : ['-F']), 'postgres'],
    as,
    `CREATE DATABASE ${DATABASE}\n`,
  )
}

const execute = promisify(execFile)

/** @throws CannotStart with the program's last words, such as "could not write to file …: No space left on device" */
const run = async (
  program: string,
  given: readonly string[],
  options: ExecFileOptions,
  input = '',
): Promise<void> => {
  const running = execute(program, given, { ...options, encoding: 'utf8' })
  running.child.stdin!.end(input)
  try {
    await running
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const [reason = (error as Error).message] = stderr.match(/(?:error|fatal|panic): .*/i) ?? []
    throw new CannotStart(`PostgreSQL could not create its database: ${reason}`)
  }
}
