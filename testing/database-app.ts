import { readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { openDatabase } from '#platform/database'
import { chooseDataFolder, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { silentLog } from '#testing/silent-log'

// An app reduced to its database, for tests that kill it. Reads the data folder from DATA_DIR, or uses the default. Sends its
// parent `Started` or its startup error, then inserts numbered rows until told to stop, and reports each number stored.

export type Started = { dataDir: string; postmaster: number; socketFolder: string }
export type Message =
  | { started: Started }
  | { refused: string }
  | { stored: number }
  | { stopped: true }

const report = (message: Message) => process.send!(message)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const run = async () => {
  const [how, folder = ''] = process.argv.slice(2)
  const dataDir = await chooseDataFolder({
    configured: how === 'configured' ? folder : undefined,
    fallback: folder,
    log: silentLog,
  })
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  const db = openDatabase({ connection: server.connection, poolSize: 2, log: silentLog })
  await sql`CREATE TABLE IF NOT EXISTS numbers (number integer)`.execute(db)
  const { rows } = await sql<{
    max: number
  }>`SELECT coalesce(max(number), 0) AS max FROM numbers`.execute(db)
  report({
    started: {
      dataDir,
      postmaster: Number.parseInt(
        readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'),
        10,
      ),
      socketFolder: server.connection.host,
    },
  })

  const stop = new AbortController()
  process.on('message', () => stop.abort())
  for (let number = rows[0]!.max + 1; !stop.signal.aborted;) {
    try {
      await sql`INSERT INTO numbers VALUES (${number})`.execute(db)
      report({ stored: number })
      number += 1
    } catch {
      await pause(20)
    }
    await pause(2)
  }
  await db.destroy()
  await server.stop()
  report({ stopped: true })
  process.disconnect()
}

run().catch((error: Error) => {
  report({ refused: error.message })
  process.exit(1)
})
