import { appendFile, chown, copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'

import { Client } from 'pg'

import { eventually } from '#testing/eventually'

import { run, type ServerProcess, serverUser, startServer } from './server-process.ts'

const SETTINGS = path.resolve(import.meta.dirname, '../deploy/postgresql/lodestar.conf')
export const PASSWORD = 'nodes'
const STANDBY = 'standby'

export type Postgres = {
  port: number
  url: string
  /** Runs SQL as the superuser, and returns the first row. */
  sql: (statement: string) => Promise<Record<string, unknown>>
  start: () => Promise<void>
  end: (signal: NodeJS.Signals) => Promise<void>
}

const asSuperuser = async (
  port: number,
  database: string,
  statement: string,
): Promise<Record<string, unknown>> => {
  const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  const client = new Client({ connectionString })
  await client.connect()
  // Several statements give several results.
  const results = [await client.query(statement).finally(() => client.end())].flat()
  return results.at(-1)?.rows[0] ?? {}
}

/** The server of a data folder. */
export const serverIn = (folder: string, port: number): Postgres => {
  let server: ServerProcess
  return {
    port,
    url: `postgres://lodestar:${PASSWORD}@127.0.0.1:${port}/lodestar`,
    sql: (statement) => asSuperuser(port, 'lodestar', statement),
    start: async () => {
      server = await startServer('postgres', ['-D', folder], port)
      await eventually(() => asSuperuser(port, 'postgres', 'SELECT'))
    },
    end: (signal) => server.end(signal),
  }
}

/** Later lines take precedence: local settings after those of the example configuration. */
const addSettings = async (folder: string, port: number, settings: string) => {
  const copy = path.join(folder, 'lodestar.conf')
  await copyFile(SETTINGS, copy)
  if (serverUser) await chown(copy, serverUser.uid, serverUser.gid)
  await appendFile(
    path.join(folder, 'postgresql.conf'),
    `
include 'lodestar.conf'
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
shared_buffers = 32MB
${settings}
`,
  )
}

/** Starts a server with an empty database, with further settings of postgresql.conf. */
export const startPrimary = async (
  folder: string,
  port: number,
  settings = '',
): Promise<Postgres> => {
  const data = path.join(folder, 'primary')
  const passwordFile = path.join(folder, 'password')
  await appendFile(passwordFile, PASSWORD)
  await run('initdb', [
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    data,
  ])
  await addSettings(data, port, settings)
  const primary = serverIn(data, port)
  await primary.start()
  await createDatabase(port)
  return primary
}

/** As in docs/scaling.md: a role with a password, which owns its database. */
export const createDatabase = async (port: number): Promise<void> => {
  await asSuperuser(port, 'postgres', `CREATE ROLE lodestar LOGIN PASSWORD '${PASSWORD}'`)
  await asSuperuser(port, 'postgres', 'CREATE DATABASE lodestar OWNER lodestar')
}

/** Starts a primary with an empty database, and a standby that follows it. */
export const startPostgres = async (
  folder: string,
  ports: { primary: number; standby: number },
): Promise<{ primary: Postgres; standby: Postgres }> => {
  const primary = await startPrimary(folder, ports.primary)
  const data = path.join(folder, 'standby')
  await run('pg_basebackup', [
    `--pgdata=${data}`,
    '--write-recovery-conf',
    '--create-slot',
    `--slot=${STANDBY}`,
    `--dbname=host=127.0.0.1 port=${ports.primary} user=postgres password=${PASSWORD} application_name=${STANDBY}`,
    '--checkpoint=fast',
  ])
  await appendFile(path.join(data, 'postgresql.conf'), `\nport = ${ports.standby}\n`)
  const standby = serverIn(data, ports.standby)
  await standby.start()
  return { primary, standby }
}

/** From now on, commits are acknowledged only once the standby has them on disk as well. */
export const waitForStandby = async ({ sql }: Postgres): Promise<void> => {
  await sql(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
  await sql('SELECT pg_reload_conf()')
}

/** Continues without a standby: during its longer downtime, and before it is promoted. */
export const disableSynchronousStandby = async ({ sql }: Postgres): Promise<void> => {
  await sql('ALTER SYSTEM RESET synchronous_standby_names')
  await sql('SELECT pg_reload_conf()')
}

/** Creates a folder that the servers may write to. */
export const createServerFolder = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  if (serverUser) await chown(folder, serverUser.uid, serverUser.gid)
  return folder
}
