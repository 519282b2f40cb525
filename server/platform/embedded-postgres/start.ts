import { join, resolve } from 'node:path'

import { CannotStart, type Log, type ServerAddress } from '#platform/database'

import { type Cluster, DATABASE, openCluster, readCluster, ROLE } from './cluster.ts'
import { createDataFolder } from './data-folder.ts'
import { canReach, databaseUser, type DatabaseUser, firstBarrier } from './database-user.ts'
import { lockFolder } from './folder-lock.ts'
import { findBinaries } from './postgres-binaries.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { runPostmaster } from './postmaster.ts'
import { createSocketFolder, PORT } from './socket-folder.ts'

export type EmbeddedPostgres = { connection: ServerAddress; stop: () => Promise<void> }

/**
 * Starts the site's own PostgreSQL on the data folder, and creates its database if necessary. It listens on a Unix socket only,
 * with a generated password. While this process runs, a crashed PostgreSQL is restarted.
 *
 * @param dataDir See `chooseDataFolder`.
 * @param durable False disables fsync: only for tests.
 * @throws CannotStart with a sentence for the operator.
 */
export const startEmbeddedPostgres = async (options: {
  dataDir: string
  log: Log
  durable?: boolean
}): Promise<EmbeddedPostgres> => {
  const { log, durable = true } = options
  const dataFolder = await createDataFolder(resolve(options.dataDir))
  const databaseFolder = join(dataFolder, 'postgres')

  const user = await databaseUser(databaseFolder)
  refuseUnreachable(user, dataFolder)
  const unlock = lockFolder(dataFolder)
  try {
    const binaries = await findBinaries(user, dataFolder, log)
    const socketFolder = await createSocketFolder(dataFolder, user)
    const cluster = await openCluster({ databaseFolder, binaries, user, durable, log })
    const postmaster = await runPostmaster({
      postgres: binaries.postgres,
      directory: cluster.directory,
      socketFolder,
      user,
      settings: durable ? SETTINGS : { ...SETTINGS, ...FORGETFUL },
      log,
    })
    return {
      connection: addressOf(cluster, socketFolder),
      stop: async () => {
        await postmaster.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Returns the address of the PostgreSQL of the Lodestar that runs on the data folder.
 * @throws CannotStart while it is starting or stopping.
 */
export const findEmbeddedPostgres = async (dataDir: string): Promise<ServerAddress> => {
  const cluster = await readCluster(join(resolve(dataDir), 'postgres'))
  const running = cluster && (await readPostmasterPid(cluster.directory))
  if (!cluster || !running?.ready)
    throw new CannotStart(
      `The Lodestar on the data folder ${dataDir} is starting or stopping; try again in a moment.`,
    )
  return addressOf(cluster, running.socketFolder)
}

const addressOf = ({ password }: Cluster, socketFolder: string): ServerAddress => ({
  host: socketFolder,
  port: PORT,
  user: ROLE,
  password,
  database: DATABASE,
})

const refuseUnreachable = (user: DatabaseUser, dataFolder: string): void => {
  if (canReach(user, dataFolder)) return
  throw new CannotStart(
    `PostgreSQL does not run as root, and its own user cannot enter ${firstBarrier(user, dataFolder)}; set DATA_DIR to a folder elsewhere (such as /var/lib/lodestar), or allow passing with: chmod o+x ${firstBarrier(user, dataFolder)}`,
  )
}

/** For one site on a small machine (2 cores, 2 GB). On the command line, so that existing clusters follow the program. */
const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: 1.1,
  jit: 'off',
  // Ends statements of a killed app soon, and releases their locks.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Keeps personal data in rows out of the log: the program reports failed statements.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
}

const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // No test runs long enough to need it.
  autovacuum: 'off',
  shared_buffers: '64MB',
}
