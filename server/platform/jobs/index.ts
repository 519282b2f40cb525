import { type RawBuilder, sql } from 'kysely'
import { Pool } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { type Connection, type Db, closeWithTimeout } from '#platform/database'
import type { PubSub } from '#platform/pubsub'
import { newTrace, withTrace } from '#platform/trace'

import { removeJob } from './inspect.ts'
import { createStarts } from './starts.ts'

export { despiteFailures } from './despite-failures.ts'
export { countJobs, hasJob, inspectJobs, listFailedJobs, removeJob } from './inspect.ts'
export type { InspectedJob } from './inspect.ts'

export type Jobs = {
  /**
   * Enqueues a job in the caller's transaction: it exists if and only if that commits.
   * @param name a queue with a worker in some feature
   * @param options.after delay in seconds
   */
  enqueue: (db: Db, name: string, data: object, options?: { after: number }) => Promise<void>
  /**
   * Registers the handler of a queue; call it before `start`. A failed job is retried with growing delays, then moved to the
   * queue `<name>-dead`. A job may run more than once.
   */
  work: <T extends object>(name: string, handler: (data: T) => Promise<void>, how?: How<T>) => void
  /** Accepts jobs for a queue without a worker here. */
  accept: (name: string) => void
  /** Removes a waiting job for good, in the caller's transaction. Returns its queue; undefined unless it is waiting. */
  remove: (db: Db, id: string) => Promise<string | undefined>
  /** Runs a handler on a cron schedule (UTC), once across all nodes. A node runs it one at a time, also when runs have piled up. */
  schedule: (name: string, cron: string, handler: () => Promise<void>, how?: How) => void
  /** @param work false only accepts jobs (for tests that ignore their effects) */
  start: (options?: { work: boolean }) => Promise<void>
  /** Waits for running jobs. */
  stop: () => Promise<void>
}

type How<T extends object = object> = {
  /**
   * True if its statements cover all people and may take minutes. Such a job is also moved to `<name>-dead` after it has ended
   * the program twice.
   */
  isLong: boolean
  /**
   * Called when a job is not retried any more because it has ended the program twice, or an admin removes it: whatever waits for it
   * must not wait forever.
   * @param db the transaction that removes the job
   */
  onAbandoned?: (data: T, db?: Db) => Promise<void>
}

/** A failure that no retry can mend: the job is moved to `<name>-dead` at once. */
export class PermanentFailure extends Error {}

type Handler = (data: object) => Promise<void>
type Worked = { handler: Handler; how: How | undefined }

// Seven hours in total, with growing delays: a mail server may be down for a night.
const RETRY = { retryLimit: 16, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 }

// Time without a heartbeat after which the job of a dead node is retried, instead of a quarter of an hour.
const HEARTBEAT_SECONDS = 30
/** Time for running jobs to finish when the program is asked to stop. */
const STOP_WITHIN_MS = 4000

// All jobs of a transaction share one notification; retries come without any.
const WORKER = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const

// Options of pg's pool, to which pg-boss passes everything. Limits the wait on a connection that died silently.
const QUERIES = { query_timeout: 30_000 }

const ENDED_TWICE =
  'The program stopped twice while this was running. It will only be retried if someone does so on this page.'

/** The outcome of one job, independent of the others in its batch. */
const settle =
  ({ handler, how }: Worked, starts: ReturnType<typeof createStarts>) =>
  async (job: { id: string; name: string; data: object }) => {
    try {
      if (how?.isLong && !(await starts.begin(job))) {
        await how.onAbandoned?.(job.data)
        throw new Error(ENDED_TWICE)
      }
      try {
        await withTrace(newTrace({ job: job.name }, how), () => handler(job.data))
      } finally {
        if (how?.isLong) await starts.end(job.id)
      }
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (error instanceof PermanentFailure) await starts.endRetries(job)
      return { id: job.id, status: 'failed' as const, output: { message } }
    }
  }

/** Background jobs on PostgreSQL with pg-boss. */
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
      // pg-boss would listen on a connection of its own, and remove its error listener after the first error. PgBouncer reports a
      // lost server twice, and the second error would end the program (npm run test:nodes).
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
      queues.set(name, { handler: handler as Handler, how: how as How | undefined })
    },
    accept: (name) => {
      queues.set(name, null)
    },
    remove: async (db, id) => {
      const job = await removeJob(db, id)
      if (job) await queues.get(job.queue)?.how?.onAbandoned?.(job.data, db)
      return job?.queue
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
        // Otherwise, a queue created by an older version retains its settings.
        await boss.updateQueue(name, settings)
        if (!work || !worked) continue
        const cron = crons.get(name)
        await boss.work<object>(name, cron ? { ...WORKER, batchSize: 1 } : WORKER, async (jobs) => {
          const outcomes = await Promise.all(jobs.map(settle(worked, starts)))
          const done = outcomes.filter(({ status }) => status === 'completed')
          // Job data is not retained after completion.
          if (done.length > 0)
            await boss.deleteJob(
              name,
              done.map(({ id }) => id),
            )
          return outcomes
        })
        if (cron) await boss.schedule(name, cron)
      }
    },
    stop: async () => {
      // If the database does not respond, running jobs are retried once their heartbeat is missed.
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
 * Deletes jobs, waiting and dead, whose data has one of these fields with that value: a person's jobs are deleted with the person. Raw
 * SQL: pg-boss's tables are not among Kysely's types.
 */
export const discardJobs = async (db: Db, fields: Record<string, string>[]): Promise<void> => {
  const matches = fields.map((field) => sql`data @> ${JSON.stringify(field)}::jsonb`)
  await sql`delete from pgboss.job where ${sql.join(matches, sql` or `)}`.execute(db)
}

/** Deletes jobs, waiting and dead, about a person or thing, or about several and this one of them. */
export const discardJobsAbout = async (db: Db, id: string): Promise<void> => {
  await sql`delete from pgboss.job where data -> 'about' ? ${id}`.execute(db)
}

/** Deletes waiting emails to addresses about a person each, or about several and this one of them: one scan of the queue for all. */
export const discardEmailsAbout = async (
  db: Db,
  emails: readonly { to: string; about: string }[],
): Promise<void> => {
  await sql`
    delete from pgboss.job
    using jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as former("to" text, about text)
    where name in ('mail', 'mail-dead') and data ->> 'to' = former."to" and data -> 'about' ? former.about
  `.execute(db)
}

/** Deletes waiting emails to many addresses. @param addresses a query with email */
export const discardEmailsTo = async (db: Db, addresses: RawBuilder<unknown>): Promise<void> => {
  await sql`
    delete from pgboss.job using (${addresses}) as former
    where job.name in ('mail', 'mail-dead') and job.data ->> 'to' = former.email
  `.execute(db)
}
