import type { ClientConfig } from 'pg'

/** How to reach a database: the parts, as the embedded server gives them, or a `postgres://` URL. */
export type Connection =
  | { host: string; port: number; user: string; password: string; database: string }
  | { connectionString: string }

/** What every connection of the program says and expects. */
export const clientConfig = (connection: Connection, connectTimeoutMs: number): ClientConfig => ({
  ...connection,
  application_name: 'lodestar',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
})
