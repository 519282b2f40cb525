import type { ClientConfig } from 'pg'

/** `host` is a host, or the folder of a Unix socket. */
export type ServerAddress = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** How to reach a database: the parts, as the embedded server gives them, or a `postgres://` URL. */
export type Connection = ServerAddress | { connectionString: string }

/** What every connection of the program says and expects. */
export const clientConfig = (connection: Connection, connectTimeoutMs: number): ClientConfig => ({
  ...connection,
  application_name: 'lodestar',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
})
