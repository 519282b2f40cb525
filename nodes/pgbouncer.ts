import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { PASSWORD } from './postgres.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const SETTINGS = path.resolve(import.meta.dirname, '../deploy/pgbouncer/pgbouncer.ini')

export type PgBouncer = {
  url: string
  /** Switches the primary like an operator: edits its line and restarts PgBouncer. */
  leadTo: (primary: { port: number }) => Promise<void>
}

/** Starts PgBouncer with the example configuration, adapted to local addresses. */
export const startPgBouncer = async (
  folder: string,
  port: number,
  primary: { port: number },
): Promise<PgBouncer> => {
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'userlist.txt')
  await writeFile(users, `"lodestar" "${PASSWORD}"\n`)
  const example = await readFile(SETTINGS, 'utf8')
  const writeSettings = (primary: { port: number }) =>
    writeFile(
      file,
      example
        .replace('host=10.0.0.11 port=5432', `host=127.0.0.1 port=${primary.port}`)
        .replace('listen_port = 6432', `listen_port = ${port}`)
        .replace('/etc/pgbouncer/userlist.txt', users),
    )
  const start = () => startServer('pgbouncer', [file], port)
  await writeSettings(primary)
  let server: ServerProcess = await start()
  return {
    url: `postgres://lodestar:${PASSWORD}@127.0.0.1:${port}/lodestar`,
    leadTo: async (primary) => {
      await writeSettings(primary)
      await server.end('SIGTERM')
      server = await start()
    },
  }
}
