import { hostname } from 'node:os'

import type { Speeds } from '#contract/operations'
import { connectionsOf } from '#platform/database'
import type { Parts } from '#platform/http'
import { type Tally, timeOf, BUCKETS_SECONDS } from '#platform/metrics'

const MOST = 20
const SLOWEST = BUCKETS_SECONDS.at(-1)!

/** Returns the figures of /metrics for admins without Prometheus: for this node, in the current and the previous hour. */
export const showSpeed = ({
  config,
  db,
  metrics,
}: Pick<Parts, 'config' | 'db' | 'metrics'>): Speeds => {
  const { since, all, calls } = metrics.recent()
  const { open, idle, waiting } = connectionsOf(db)
  return {
    node: hostname(),
    since: since.toISOString(),
    all: speedOf(all),
    calls: calls
      .toSorted((a, b) => timeSpentOn(b) - timeSpentOn(a))
      .slice(0, MOST)
      .map((tally) => ({
        call: `${tally.method} ${tally.route}`,
        summary: tally.summary,
        ...speedOf(tally),
      })),
    slow_after_ms: config.SLOW_STATEMENT_MS,
    memory_bytes: process.memoryUsage().rss,
    connections: { busy: open - idle, open, most: config.DATABASE_POOL, waiting },
  }
}

export const speedOf = ({ count, failed, unavailable, slowStatements, times }: Tally) => ({
  answers: count,
  half_within: timeOf(times, 0.5),
  most_within: timeOf(times, 0.95),
  failed,
  unavailable,
  slow_statements: slowStatements,
})

/** Upper bound in seconds: each response counts as the limit of its bucket. */
const timeSpentOn = ({ times }: Tally): number =>
  times.reduce((total, count, i) => total + count * (BUCKETS_SECONDS[i] ?? SLOWEST), 0)
