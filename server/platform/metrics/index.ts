import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { countStatements, type Trace } from '#platform/trace'

/** A response as metrics distinguish it: by route, never by raw path, because ids would create a series each. */
export type RequestOutcome = {
  method: string
  /** The route's pattern, `/api/quests/:id`. */
  route: string
  /** The endpoint's summary; null for pages and files. */
  summary: string | null
  status: number
  seconds: number
  trace: Trace
}

/** Responses to one call in the observed period. */
export type Tally = {
  method: string
  route: string
  summary: string | null
  count: number
  /** Status 500 or above, except 503. */
  failed: number
  /** Status 503: shed, stopping, or without a database. */
  unavailable: number
  slowStatements: number
  /** Number of responses within TIMES[i]; the last entry counts the rest. */
  times: number[]
}

type Figure = { labels?: Record<string, string>; value: number }

export type Metrics = {
  /** All metrics in Prometheus' text format. */
  read: () => Promise<string>
  contentType: string
  answered: (answered: RequestOutcome) => void
  /** A value read on each scrape. If the reader throws, it is omitted, so that others are still available. */
  gauge: (name: string, help: string, read: () => Promise<Figure[]>, labels?: string[]) => void
  /** Responses of the current and the previous hour, and the start of that period. */
  recent: () => { since: Date; all: Tally; calls: Tally[] }
}

/** Upper bounds in seconds. */
export const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
const HOUR_MS = 3_600_000

let shared: Registry | undefined
/** Memory, CPU time and garbage collection: collected once per process, whatever the number of apps. */
const ofProcess = (): Registry => {
  if (!shared) collectDefaultMetrics({ register: (shared = new Registry()) })
  return shared
}

/** Metrics of the site, for Prometheus and for admins. Each app has its own. */
export const createMetrics = (clock: () => Date): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const call = ['method', 'route'] as const
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its reply, by route',
    labelNames: [...call, 'status'],
    buckets: [...BUCKETS_SECONDS],
    registers,
  })
  const statements = new Counter({
    name: 'lodestar_statements_total',
    help: 'Statements that requests have run, by route',
    labelNames: call,
    registers,
  })
  const databaseSeconds = new Counter({
    name: 'lodestar_statement_seconds_total',
    help: 'Time that requests have waited for statements, by route',
    labelNames: call,
    registers,
  })
  const slowStatements = new Counter({
    name: 'lodestar_slow_statements_total',
    help: 'Statements slower than SLOW_STATEMENT_MS, by route',
    labelNames: call,
    registers,
  })
  const hours = lastTwoHours(clock)

  return {
    read: () => Registry.merge([ofProcess(), registry]).metrics(),
    contentType: registry.contentType,
    answered: (answered) => {
      const { method, route, status, seconds, trace } = answered
      requests.observe({ method, route, status }, seconds)
      const labels = { method, route }
      statements.inc(labels, countStatements(trace))
      databaseSeconds.inc(labels, trace.databaseMs / 1000)
      if (trace.slowStatements > 0) slowStatements.inc(labels, trace.slowStatements)
      hours.add(answered)
    },
    gauge: (name, help, read, labelNames = []) => {
      const figure = new Gauge({
        name,
        help,
        labelNames,
        async collect() {
          this.reset()
          // Without labels it would report 0, which is a value as well.
          if (labelNames.length === 0) this.remove()
          for (const { labels = {}, value } of await read().catch(() => [])) this.set(labels, value)
        },
        registers: [],
      })
      registry.registerMetric(figure)
    },
    recent: hours.read,
  }
}

/** Tallies of two periods of an hour: the current and the previous one. */
const lastTwoHours = (clock: () => Date) => {
  let since = clock().getTime()
  let running = new Map<string, Tally>()
  let before = { since, calls: new Map<string, Tally>() }

  const turn = () => {
    const now = clock().getTime()
    if (now - since < HOUR_MS) return
    const isRecent = now - since < 2 * HOUR_MS
    before = isRecent ? { since, calls: running } : { since: now, calls: new Map() }
    since = now
    running = new Map()
  }
  const tallyOf = (name: Pick<Tally, 'method' | 'route' | 'summary'>): Tally => {
    const key = `${name.method} ${name.route}`
    const tally = running.get(key) ?? newTally(name)
    running.set(key, tally)
    return tally
  }

  return {
    add: ({ status, seconds, trace, ...name }: RequestOutcome) => {
      turn()
      const tally = tallyOf(name)
      tally.count += 1
      if (status === 503) tally.unavailable += 1
      else if (status >= 500) tally.failed += 1
      tally.slowStatements += trace.slowStatements
      const at = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound)
      tally.times[at < 0 ? BUCKETS_SECONDS.length : at]! += 1
    },
    read: () => {
      turn()
      const all = newTally({ method: '', route: '', summary: null })
      const calls = new Map<string, Tally>()
      for (const [key, tally] of [...before.calls, ...running]) {
        const sum = calls.get(key) ?? newTally(tally)
        addTo(sum, tally)
        addTo(all, tally)
        calls.set(key, sum)
      }
      return { since: new Date(before.since), all, calls: [...calls.values()] }
    },
  }
}

const newTally = ({
  method,
  route,
  summary,
}: Pick<Tally, 'method' | 'route' | 'summary'>): Tally => ({
  method,
  route,
  summary,
  count: 0,
  failed: 0,
  unavailable: 0,
  slowStatements: 0,
  times: Array<number>(BUCKETS_SECONDS.length + 1).fill(0),
})

const addTo = (sum: Tally, tally: Tally) => {
  sum.count += tally.count
  sum.failed += tally.failed
  sum.unavailable += tally.unavailable
  sum.slowStatements += tally.slowStatements
  tally.times.forEach((count, i) => (sum.times[i]! += count))
}

/** A percentile of response times in seconds: the upper bound of its bucket; null for the open bucket and without responses. */
export const timeOf = (times: readonly number[], share: number): number | null => {
  const wanted = times.reduce((total, count) => total + count, 0) * share
  if (wanted === 0) return null
  let seen = 0
  for (const [i, count] of times.entries()) {
    seen += count
    if (seen >= wanted) return BUCKETS_SECONDS[i] ?? null
  }
  return null
}
