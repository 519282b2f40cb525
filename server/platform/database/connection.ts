import { Client, type ClientConfig } from 'pg'

/** `host` is a host name, or the folder of a Unix socket. */
export type ServerAddress = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** A database connection: its parts, as for the embedded server, or a `postgres://` URL. */
export type Connection = ServerAddress | { connectionString: string }

/** Settings of every connection. */
export const clientConfig = (connection: Connection, connectTimeoutMs: number): ClientConfig => ({
  ...connection,
  application_name: 'lodestar',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
})

/** Opens a separate connection outside of the pool, for work that needs a session; `end` closes it. */
export const openClient = async (connection: Connection): Promise<Client> => {
  const client = new Client(clientConfig(connection, 5000))
  // A lost connection fails the current query; without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
