import type { Job } from '#contract/operations'
import type { Db } from '#platform/database'
import { notFound, pageAfter, type Parts, encodeRowCursor, decodeRowCursor } from '#platform/http'
import { countJobs, inspectJobs, type InspectedJob, removeJob } from '#platform/jobs'

type JobFilters = {
  queue?: string | undefined
  state?: Job['state'] | undefined
  cursor?: string | undefined
  limit: number
}

/** Returns one page of failed and waiting jobs, newest first, and the size of each queue. */
export const listJobs = async (db: Db, { queue, state, cursor, limit }: JobFilters) => {
  const before = decodeRowCursor(cursor)
  const rows = await inspectJobs(db, { queue, state, before, limit: limit + 1 })
  const { items, next_cursor } = pageAfter(rows, limit, ({ id, created_at }) =>
    encodeRowCursor({ id, at: created_at }),
  )
  const queues = await countJobs(db)
  return {
    items: items.map(shown),
    next_cursor,
    queues: queues.map(({ oldest_at: _, ...counts }) => counts),
  }
}

const LONGEST_REASON = 200
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const shown = ({ data, reason, ...job }: InspectedJob): Job => ({
  ...job,
  about: aboutOf(data),
  reason: reason?.split('\n', 1)[0]?.slice(0, LONGEST_REASON) ?? null,
})

/** Returns an address or an id. Admins must not see the rest of a job's data: it may contain messages or links. */
const aboutOf = (data: Record<string, unknown> | null): string | null => {
  const { to, email, ...others } = data ?? {}
  const address = to ?? email
  if (typeof address === 'string') return address
  const id = Object.values(others).find((each) => typeof each === 'string' && UUID.test(each))
  return typeof id === 'string' ? id : null
}

/** Enqueues a job again, in the caller's transaction. Returns the queue. @throws notFound if it is no longer waiting */
export const retryJob = async (jobs: Parts['jobs'], db: Db, id: string): Promise<string> => {
  const job = await removeJob(db, id)
  if (!job) throw notFound()
  await jobs.enqueue(db, job.queue, job.data)
  return job.queue
}

/** @throws notFound if it is no longer waiting */
export const cancelJob = async (jobs: Parts['jobs'], db: Db, id: string): Promise<string> => {
  const queue = await jobs.remove(db, id)
  if (queue === undefined) throw notFound()
  return queue
}
