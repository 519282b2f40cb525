import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'

// Raw SQL, like all access to pg-boss: its tables are not among Kysely's types. A job that has failed for good is in the queue
// `<name>-dead`, with its error in `source_output`.

export type InspectedJob = {
  id: string
  queue: string
  state: 'failed' | 'retrying' | 'waiting'
  data: Record<string, unknown>
  reason: string | null
  tries: number
  created_at: string
  due_at: string | null
}

const STATE = sql<InspectedJob['state']>`case
  when name like '%-dead' then 'failed' when state = 'retry' then 'retrying' else 'waiting' end`

/** The program's jobs that are waiting, being retried, or failed. Excludes those of pg-boss and its scheduler. */
const LOOKED_AT = sql`
  select id, regexp_replace(name, '-dead$', '') as queue, ${STATE} as state, data,
         coalesce(source_output, output) ->> 'message' as reason,
         coalesce(source_retry_count, retry_count) as tries, created_on as created_at,
         case when name not like '%-dead' then start_after end as due_at
  from pgboss.job
  where state in ('created', 'retry') and left(name, 2) <> '__'`

type JobFilters = {
  queue?: string | undefined
  state?: string | undefined
  before?: { at: string; id: string } | undefined
  limit: number
}

/** Newest first. */
export const inspectJobs = async (
  db: Db,
  { queue, state, before, limit }: JobFilters,
): Promise<InspectedJob[]> => {
  const { rows } = await sql<InspectedJob>`
    select * from (${LOOKED_AT}) as job
    where (${queue ?? null}::text is null or queue = ${queue ?? null})
      and (${state ?? null}::text is null or state = ${state ?? null})
      and (${before?.at ?? null}::timestamptz is null
           or (created_at, id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by created_at desc, id desc
    limit ${limit}`.execute(db)
  return rows
}

export type QueueCount = {
  name: string
  waiting: number
  retrying: number
  failed: number
  oldest_at: string | null
}

/** Jobs in each non-empty queue, and the age of the oldest due one. */
export const countJobs = async (db: Db): Promise<QueueCount[]> => {
  const { rows } = await sql<QueueCount>`
    select queue as name,
           count(*) filter (where state = 'waiting') as waiting,
           count(*) filter (where state = 'retrying') as retrying,
           count(*) filter (where state = 'failed') as failed,
           min(created_at) filter (where state <> 'failed' and due_at <= now()) as oldest_at
    from (${LOOKED_AT}) as job
    group by queue order by queue`.execute(db)
  return rows
}

export type FailedJob = { id: string; to: string; reason: string | null }

/** Jobs of a queue that have failed for good, newest first. @param about a query with the ids of their subjects */
export const listFailedJobs = async (
  db: Db,
  queue: string,
  about: RawBuilder<unknown>,
  limit: number,
): Promise<FailedJob[]> => {
  const { rows } = await sql<FailedJob>`
    select id, data ->> 'to' as "to", coalesce(source_output, output) ->> 'message' as reason
    from pgboss.job
    where name = ${`${queue}-dead`} and state in ('created', 'retry')
      and data ->> 'about' in (select subject.id::text from (${about}) as subject (id))
    order by created_on desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Removes a job from its queue. Returns undefined unless it is waiting. */
export const removeJob = async (
  db: Db,
  id: string,
): Promise<{ queue: string; data: Record<string, unknown> } | undefined> => {
  const { rows } = await sql<{ queue: string; data: Record<string, unknown> }>`
    delete from pgboss.job
    where id = ${id} and state in ('created', 'retry') and left(name, 2) <> '__'
    returning regexp_replace(name, '-dead$', '') as queue, data`.execute(db)
  return rows[0]
}

/** True while a job whose data has these fields waits, runs, or has failed for good. */
export const hasJob = async (db: Db, fields: Record<string, string>): Promise<boolean> => {
  const { rows } = await sql`
    select from pgboss.job
    where data @> ${JSON.stringify(fields)}::jsonb and state in ('created', 'retry', 'active') limit 1`.execute(
    db,
  )
  return rows.length > 0
}
