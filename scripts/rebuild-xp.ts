import { pino } from 'pino'

import { rebuildTotals } from '#features/progress'
import { chooseDataFolder, migrate, openDatabase, startEmbeddedPostgres } from '#platform/database'
import type { Connection } from '#platform/database'

// npm run xp:rebuild: makes every learner's totals anew from the ledger. With DATABASE_URL the site may go on meanwhile.

const log = pino({ transport: { target: 'pino-pretty' } })
const { DATABASE_URL, DATA_DIR } = process.env

const rebuild = async (connection: Connection) => {
  await migrate({ connection, log })
  const db = openDatabase({ connection, poolSize: 1, log })
  const repaired = await rebuildTotals(db).finally(() => db.destroy())
  log.info(repaired === 0 ? 'Every total agrees with the ledger.' : `Repaired ${repaired} totals.`)
}

if (DATABASE_URL) {
  await rebuild({ connectionString: DATABASE_URL })
} else {
  const dataDir = await chooseDataFolder({ configured: DATA_DIR, fallback: 'data', log })
  const server = await startEmbeddedPostgres({ dataDir, log })
  await rebuild(server.connection).finally(server.stop)
}
