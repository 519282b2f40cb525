import { randomUUID } from 'node:crypto'

import type { Pool } from 'pg'

// A job that needs more memory than the machine has ends the program, is retried once its heartbeat is missed, and ends it again:
// all other requests are lost each time. So starts of long jobs are counted, and a job that has ended the program twice waits for
// an admin.

const MAX_STARTS = 2

/** Counts unfinished starts of each job. A clean stop of the program does not count. */
export const createStarts = (pool: Pool) => {
  const nodeId = randomUUID()
  const running = new Set<string>()

  const forget = (ids: string[]) =>
    pool.query('delete from job_starts where job_id = any($1::uuid[])', [ids])

  const endRetries = async (job: { id: string; name: string }): Promise<void> => {
    await pool.query(
      'update pgboss.job set retry_limit = retry_count where name = $1 and id = $2',
      [job.name, job.id],
    )
  }

  return {
    /** Returns false for a job that must not start and is moved to the failed queue. */
    begin: async (job: { id: string; name: string }): Promise<boolean> => {
      const { rows } = await pool.query<{ starts: number }>(
        `insert into job_starts (job_id, node_id, starts) values ($1, $2, 1)
         on conflict (job_id) do update
         set starts = job_starts.starts + (job_starts.node_id <> excluded.node_id)::int,
             node_id = excluded.node_id, started_at = now()
         returning starts`,
        [job.id, nodeId],
      )
      if ((rows[0]?.starts ?? 1) <= MAX_STARTS) {
        running.add(job.id)
        return true
      }
      await endRetries(job)
      await forget([job.id])
      return false
    },

    endRetries,

    end: async (jobId: string): Promise<void> => {
      running.delete(jobId)
      await forget([jobId])
    },

    /** Jobs still running at a clean stop will start again, which does not count against them. */
    stop: async (): Promise<void> => {
      if (running.size > 0) await forget([...running])
    },
  }
}
