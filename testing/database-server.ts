import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { ServerAddress } from '#platform/database'
import type { EmbeddedPostgres } from '#platform/embedded-postgres'
import { startThrowAwayDatabase } from '#testing/throw-away-database'

declare module 'vitest' {
  interface ProvidedContext {
    database: ServerAddress
  }
}

let server: EmbeddedPostgres
let compileCache: string

/** One server for the whole test run. Its database is the template of each test's. */
export const setup = async (project: {
  provide: (key: 'database', value: ServerAddress) => void
}): Promise<void> => {
  server = await startThrowAwayDatabase()
  project.provide('database', server.connection)
  // Tests start the program repeatedly: only the first start compiles it.
  compileCache = await mkdtemp(path.join(tmpdir(), 'lodestar-compiled-'))
  process.env.NODE_COMPILE_CACHE = compileCache
}

export const teardown = async (): Promise<void> => {
  await server.stop()
  await rm(compileCache, { recursive: true, maxRetries: 5 })
}
