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
  // Every statement is prepared and asks for one person's rows: planning it once per connection is enough, and what only
  // works with a plan of its own shows at the first call instead of the sixth.
  // A transaction whose program has gone without a word keeps its locks for no longer than this.
  options: '-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=15s',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
})
