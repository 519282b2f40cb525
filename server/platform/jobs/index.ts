import { sql } from 'kysely'
import { Pool } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { type Connection, type Db, closeWithTimeout } from '#platform/database'
import type { PubSub } from '#platform/pubsub'
import { newTrace, withTrace } from '#platform/trace'

import { createStarts } from './starts.ts'

export { countJobs, inspectJobs, removeJob } from './inspect.ts'
export type { InspectedJob } from './inspect.ts'

export type Jobs = {
  /**
   * Puts a job into the queue as part of the caller's transaction: it exists exactly if that commits.
   * @param name a queue that some feature works on
   * @param options.after seconds until it may run
   */
  enqueue: (db: Db, name: string, data: object, options?: { after: number }) => Promise<void>
  /**
   * Names the handler of a queue; call before `start`. A handler that throws is tried again with growing pauses, then
   * the job rests in the queue `<name>-dead`. It may run more than once for one job.
   */
  work: <T extends object>(name: string, handler: (data: T) => Promise<void>, how?: How) => void
  /** Lets jobs wait in a queue that nothing works on here. */
  accept: (name: string) => void
  /** Runs a handler by the clock (cron, UTC), once for all nodes. */
  schedule: (name: string, cron: string, handler: () => Promise<void>, how?: How) => void
  /** @param work false only accepts jobs (tests that do not look at what they do) */
  start: (options?: { work: boolean }) => Promise<void>
  /** Lets running jobs end. */
  stop: () => Promise<void>
}

type How = {
  /**
   * Whether its statements are about everybody at once, so that they may take minutes. Such a job that has ended the program twice rests
   * in the queue `<name>-dead` as well.
   */
  isLong: boolean
}

type Handler = (data: object) => Promise<void>
type Worked = { handler: Handler; how: How | undefined }

// Seven hours in all, with growing pauses: a mail server may be away for a night's work.
const RETRY = { retryLimit: 16, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 }

// A job whose node has died is tried again once it has not been heard of for so long, instead of after a quarter of an hour.
const HEARTBEAT_SECONDS = 30
/** How long running jobs may go on once the program is asked to stop. */
const STOP_WITHIN_MS = 4000

// All jobs of one transaction share one notice, and those that are to be tried again come without any.
const WORKER = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const

// Of pg's pool, to which pg-boss hands all that it is given. A connection that has died without a word keeps nobody for longer.
const QUERIES = { query_timeout: 30_000 }

const ENDED_TWICE =
  'The program ended twice while this ran. It is not tried again until somebody does so here.'

/** One job's outcome, whatever becomes of those that were fetched with it. */
const settle =
  ({ handler, how }: Worked, starts: ReturnType<typeof createStarts>) =>
  async (job: { id: string; name: string; data: object }) => {
    try {
      if (how?.isLong && !(await starts.begin(job))) throw new Error(ENDED_TWICE)
      try {
        await withTrace(newTrace({ job: job.name }, how), () => handler(job.data))
      } finally {
        if (how?.isLong) await starts.end(job.id)
      }
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { id: job.id, status: 'failed' as const, output: { message } }
    }
  }

/** Background work on PostgreSQL through pg-boss. */
export const createJobs = (connection: Connection, pubsub: PubSub, log: Logger): Jobs => {
  const pool = new Pool({
    ...connection,
    ...QUERIES,
    max: 3,
    application_name: 'lodestar-jobs',
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn(`A connection for jobs was lost: ${message}`)
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      // pg-boss would listen on a connection of its own, and stop listening for errors there with the first. PgBouncer reports the loss
      // of a server twice, and the second error would end the program (npm run test:nodes).
      listen: async (channel, onNotification, onReconnect) => {
        const unlisten = await pubsub.on(channel, onNotification, onReconnect)
        return { close: unlisten }
      },
    },
    useListenNotify: true,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  const starts = createStarts(pool)
  const queues = new Map<string, Worked | null>()
  const crons = new Map<string, string>()

  return {
    enqueue: async (db, name, data, { after } = { after: 0 }) => {
      await boss.send(name, data, { db: fromKysely(db), startAfter: after })
    },
    work: (name, handler, how) => {
      queues.set(name, { handler: handler as Handler, how })
    },
    accept: (name) => {
      queues.set(name, null)
    },
    schedule: (name, cron, handler, how) => {
      queues.set(name, { handler, how })
      crons.set(name, cron)
    },
    start: async ({ work } = { work: true }) => {
      await boss.start()
      for (const [name, worked] of queues) {
        await boss.createQueue(`${name}-dead`)
        const settings = {
          ...RETRY,
          deadLetter: `${name}-dead`,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          notify: true,
        }
        await boss.createQueue(name, settings)
        // A queue that an older version made keeps what it was made with otherwise.
        await boss.updateQueue(name, settings)
        if (!work || !worked) continue
        await boss.work<object>(name, WORKER, async (jobs) => {
          const outcomes = await Promise.all(jobs.map(settle(worked, starts)))
          const done = outcomes.filter(({ status }) => status === 'completed')
          // What a job was about is nobody's business once it is done.
          if (done.length > 0)
            await boss.deleteJob(
              name,
              done.map(({ id }) => id),
            )
          return outcomes
        })
        const cron = crons.get(name)
        if (cron) await boss.schedule(name, cron)
      }
    },
    stop: async () => {
      // Where the database does not answer, what was under way is tried again once its heartbeat is missed.
      await closeWithTimeout(
        boss.stop({ graceful: true, timeout: STOP_WITHIN_MS }),
        STOP_WITHIN_MS + 500,
      )
      await closeWithTimeout(starts.stop())
      await closeWithTimeout(pool.end())
    },
  }
}

/**
 * Removes jobs, waiting and dead, whose data has one of these fields with that value, or with these in its list: what is queued for a person goes with the
 * person. Raw: the tables of pg-boss are its own, and not among the types that Kysely knows.
 */
export const discardJobs = async (
  db: Db,
  fields: Record<string, string | string[]>[],
): Promise<void> => {
  const matches = fields.map((field) => sql`data @> ${JSON.stringify(field)}::jsonb`)
  await sql`delete from pgboss.job where ${sql.join(matches, sql` or `)}`.execute(db)
}
