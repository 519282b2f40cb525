import { createHash, timingSafeEqual } from 'node:crypto'

import { findNewestBackup } from '#features/backup'
import { connectionsOf } from '#platform/database'
import { type App, notFound, unauthenticated } from '#platform/http'
import { countJobs } from '#platform/jobs'

import { findArchive } from './measure-site.ts'

/**
 * GET /metrics for Prometheus, authorized by METRICS_TOKEN; without that setting the page does not exist. It responds even while
 * requests are shed and the database is down, when it is needed most.
 */
export const metricsRoutes = ({ http, parts }: App): void => {
  const { clock, config, db, files, metrics, replica } = parts
  const { gauge } = metrics
  /** Shared by all gauges of one scrape. */
  let counting: ReturnType<typeof countJobs> | undefined
  const queues = () => (counting ??= countJobs(db).finally(() => (counting = undefined)))

  gauge(
    'lodestar_database_connections',
    'This node’s database connections',
    async () => {
      const { open, idle, waiting } = connectionsOf(db)
      return [
        { labels: { state: 'busy' }, value: open - idle },
        { labels: { state: 'idle' }, value: idle },
        { labels: { state: 'awaited' }, value: waiting },
      ]
    },
    ['state'],
  )
  gauge('lodestar_database_up', '1 while the database answers', async () => {
    const asked = db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()
    return [
      await asked.then(
        () => ({ value: 1 }),
        () => ({ value: 0 }),
      ),
    ]
  })
  gauge('lodestar_replica_in_use', '1 while public reads are served by the replica', async () => {
    const state = replica.state()
    return state === 'none' ? [] : [{ value: state === 'in use' ? 1 : 0 }]
  })
  gauge(
    'lodestar_newest_backup_timestamp_seconds',
    'Time of the last successful npm run backup',
    async () => {
      const backup = await findNewestBackup(db)
      return backup ? [{ value: Date.parse(backup.made_at) / 1000 }] : []
    },
  )
  gauge('lodestar_archive_failing', '1 while WAL cannot be archived', async () => {
    const archive = await findArchive(db)
    return archive ? [{ value: archive.is_failing ? 1 : 0 }] : []
  })
  gauge('lodestar_files_free_bytes', 'Free space on the disk that stores files', async () => {
    const free = await files.free()
    return free === null ? [] : [{ value: free }]
  })
  gauge(
    'lodestar_jobs',
    'Background jobs across the site, by queue; failed jobs have used up their retries',
    async () =>
      (await queues()).flatMap(({ name, waiting, retrying, failed }) =>
        Object.entries({ waiting, retrying, failed }).map(([state, value]) => ({
          labels: { queue: name, state },
          value,
        })),
      ),
    ['queue', 'state'],
  )
  gauge(
    'lodestar_oldest_job_seconds',
    'Age of the oldest due job, by queue',
    async () =>
      (await queues()).flatMap(({ name, oldest_at }) =>
        oldest_at
          ? { labels: { queue: name }, value: (clock().getTime() - Date.parse(oldest_at)) / 1000 }
          : [],
      ),
    ['queue'],
  )

  http.get('/metrics', async (request, reply) => {
    if (!config.METRICS_TOKEN) throw notFound()
    if (!isSame(request.headers.authorization, `Bearer ${config.METRICS_TOKEN}`))
      throw unauthenticated('METRICS_TOKEN is required as a bearer token.')
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.read())
  })
}

/** Compares in constant time. */
const isSame = (given: string | undefined, wanted: string): boolean =>
  timingSafeEqual(hash(given ?? ''), hash(wanted))

const hash = (text: string) => createHash('sha256').update(text).digest()
