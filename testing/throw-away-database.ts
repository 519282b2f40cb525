import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '#platform/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { silentLog } from '#testing/silent-log'

/** An empty folder accessible to PostgreSQL's own user. */
export const createDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-test-'))
  await chmod(folder, 0o711)
  return folder
}

/** A migrated database that is deleted by `stop`. */
export const startThrowAwayDatabase = async (): Promise<EmbeddedPostgres> => {
  const dataDir = await createDataFolder()
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
  await migrate({ connection: server.connection, log: silentLog }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { connection: server.connection, stop }
}
