import { pino } from 'pino'

import { chooseDataFolder, migrate, startEmbeddedPostgres } from '#platform/database'

// npm run db:migrate: brings the database to this program's schema without starting the site.

const log = pino({ transport: { target: 'pino-pretty' } })
const { DATABASE_URL, DATA_DIR } = process.env

if (DATABASE_URL) {
  await migrate({ connection: { connectionString: DATABASE_URL }, log })
} else {
  const dataDir = await chooseDataFolder({ configured: DATA_DIR, fallback: 'data', log })
  const server = await startEmbeddedPostgres({ dataDir, log })
  await migrate({ connection: server.connection, log }).finally(server.stop)
}
log.info('The database is up to date.')
