import { pino } from 'pino'

import { rotateKeys } from '#features/credentials'
import { findSecret } from '#features/site'
import { readConfig } from '#platform/config'
import { chooseDataFolder, migrate, openDatabase, startEmbeddedPostgres } from '#platform/database'
import type { Connection } from '#platform/database'

// npm run keys:rotate: makes a new key for what leaves the house. What the old one has signed stays verifiable, for it
// stays published. With DATABASE_URL the site may go on meanwhile.

const log = pino({ transport: { target: 'pino-pretty' } })
const config = readConfig(process.env)

const rotate = async (connection: Connection) => {
  await migrate({ connection, log })
  const db = openDatabase({ connection, poolSize: 1, log })
  const work = async () => rotateKeys(db, await findSecret(config, db), new Date())
  const id = await work().finally(() => db.destroy())
  log.info(`The key ${id} signs from now on.`)
}

if (config.DATABASE_URL) {
  await rotate({ connectionString: config.DATABASE_URL })
} else {
  const dataDir = await chooseDataFolder({ configured: config.DATA_DIR, fallback: 'data', log })
  const server = await startEmbeddedPostgres({ dataDir, log })
  await rotate(server.connection).finally(server.stop)
}
