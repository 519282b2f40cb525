import type { ServerAddress } from '#platform/database'
import type { EmbeddedPostgres } from '#platform/embedded-postgres'
import { startThrowAwayDatabase } from '#testing/throw-away-database'

declare module 'vitest' {
  interface ProvidedContext {
    database: ServerAddress
  }
}

let server: EmbeddedPostgres

/** One server for the whole run of the tests. Its database is the template of each test's. */
export const setup = async (project: {
  provide: (key: 'database', value: ServerAddress) => void
}): Promise<void> => {
  server = await startThrowAwayDatabase()
  project.provide('database', server.connection)
}

export const teardown = (): Promise<void> => server.stop()
