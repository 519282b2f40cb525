import { Client, type ClientConfig } from 'pg'

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

/** One connection of its own, outside of the pool, for work that needs a session; `end` closes it. */
export const openClient = async (connection: Connection): Promise<Client> => {
  const client = new Client(clientConfig(connection, 5000))
  // Losing the connection fails the query under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
