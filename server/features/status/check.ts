import { randomUUID } from 'node:crypto'

import { isTutorReachable } from '#features/tutor'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { countJobs } from '#platform/jobs'
import {
  GAP_MS,
  type ServiceChecks,
  SERVICES,
  serviceStates,
  STATUS_HISTORY_DAYS,
} from '#rules/service-status'

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'files'>

const DAY_MS = 24 * 3_600_000

/** Checks every service, and records where incidents begin and end. */
export const checkServices = async (deps: Deps): Promise<void> => {
  const checks = await runChecks(deps)
  const now = deps.clock()
  const at = now.toISOString()
  const states = serviceStates(checks, now.getTime())
  await transaction(deps.db, async (db) => {
    await recordGap(db, now)
    for (const service of SERVICES) {
      const state = states[service]
      if (state === 'working') {
        await db
          .updateTable('status_incidents')
          .set({ ended_at: at })
          .where('service', '=', service)
          .where('ended_at', 'is', null)
          .execute()
        continue
      }
      await db
        .insertInto('status_incidents')
        .values({ service, state, began_at: at })
        .onConflict((conflict) =>
          conflict.column('service').where('ended_at', 'is', null).doUpdateSet({ state }),
        )
        .execute()
    }
    await db
      .deleteFrom('status_incidents')
      .where('ended_at', '<', new Date(now.getTime() - STATUS_HISTORY_DAYS * DAY_MS).toISOString())
      .execute()
  })
}

/** Sets the time of the latest check, and records an incident if the one before is long ago. */
const recordGap = async (db: Db, now: Date) => {
  const previous = await db
    .selectFrom('status_checks')
    .select('checked_at')
    .forUpdate()
    .executeTakeFirst()
  const checked_at = now.toISOString()
  await db
    .insertInto('status_checks')
    .values({ checked_at })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ checked_at }))
    .execute()
  if (!previous || now.getTime() - Date.parse(previous.checked_at) < GAP_MS) return
  await db
    .insertInto('status_incidents')
    .values({
      service: 'site',
      state: 'down',
      began_at: previous.checked_at,
      ended_at: checked_at,
    })
    .execute()
}

const runChecks = async ({ config, db, files }: Deps): Promise<ServiceChecks> => {
  const [queues, canStoreFiles, canReachTutor] = await Promise.all([
    countJobs(db),
    storesFiles(files),
    isTutorReachable(config),
  ])
  const oldestDueAt = (queue: string) =>
    queues.find(({ name }) => name === queue)?.oldest_at ?? null
  return {
    canStoreFiles,
    mail: {
      canSend: config.isLocal || config.SMTP_URL !== undefined,
      oldestDueAt: oldestDueAt('mail'),
    },
    canReachTutor,
    exports: { oldestDueAt: oldestDueAt('export') },
  }
}

/** The largest upload fits several times. */
const MIN_FREE_BYTES = 2 ** 28

const storesFiles = async (files: Deps['files']): Promise<boolean> => {
  try {
    // Reading a file that does not exist proves that the bucket answers.
    await files.get(randomUUID())
    return ((await files.free()) ?? Number.POSITIVE_INFINITY) > MIN_FREE_BYTES
  } catch {
    return false
  }
}
