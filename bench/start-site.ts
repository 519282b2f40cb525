import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import type { ServerAddress } from '#platform/database'

import { memoryOf, processorTime } from './process-usage.ts'
import type { Ports } from './site.ts'

/** Starts the product and the references in a separate process, on one database. */
export const startSite = async (connection: ServerAddress) => {
  const child = fork(path.join(import.meta.dirname, 'site.ts'), {
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
  })
  const [ports] = (await once(child, 'message')) as [Ports]
  const pid = child.pid ?? 0
  return {
    ports,
    used: () => processorTime(pid, connection.database),
    memory: () => memoryOf(pid),
    stop: () => child.disconnect(),
  }
}
