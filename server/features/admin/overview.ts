import { sql } from 'kysely'

import type { Overview } from '#contract/operations'
import { findNewestBackup } from '#features/backup'
import { hasNoAdvisor } from '#features/learners'
import { findStaffReader, isPersonReportOpenTo, listSafeguards } from '#features/safety'
import { showsMailbox } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { countJobs } from '#platform/jobs'

import { speedOf } from './show-speed.ts'

const WEEK_MS = 7 * 24 * 3_600_000

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'files' | 'metrics'>

/** How many people there are, what waits for somebody, and how the parts of the site are doing. */
export const showOverview = async (parts: Deps, adminId: string): Promise<Overview> => {
  const { db, clock, files } = parts
  const queues = await countJobs(db)
  const mail = queues.find(({ name }) => name === 'mail')
  const others = queues.filter(({ name }) => name !== 'mail')
  const since = new Date(clock().getTime() - WEEK_MS).toISOString()
  return {
    people: await countPeople(db),
    active_this_week: await countActive(db, since),
    waiting: await countWaiting(db, adminId, clock().toISOString()),
    backup: await findNewestBackup(db),
    speed: speedOf(parts.metrics.recent().all),
    jobs: {
      waiting: sum(others.map(({ waiting, retrying }) => waiting + retrying)),
      oldest_at: others.flatMap(({ oldest_at }) => oldest_at ?? []).toSorted()[0] ?? null,
      failed: sum(others.map(({ failed }) => failed)),
    },
    mail: {
      way: wayOf(parts.config),
      waiting: (mail?.waiting ?? 0) + (mail?.retrying ?? 0),
      oldest_at: mail?.oldest_at ?? null,
      failed: mail?.failed ?? 0,
    },
    storage: { ...(await measureFiles(db)), free_bytes: await files.free() },
    database: await measureDatabase(db),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

const wayOf = (config: Parts['config']) => {
  if (config.SMTP_URL) return 'smtp'
  return showsMailbox(config) ? 'mailbox' : 'none'
}

const countPeople = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(({ fn }) => ['role', fn.countAll<number>().as('count')])
    .groupBy('role')
    .orderBy('role')
    .$narrowType<{ role: Overview['people'][number]['role'] }>()
    .execute()

const countActive = async (db: Db, since: string) => {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
    .where('last_seen_at', '>', since)
    .where('acting_session_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const countWaiting = async (db: Db, adminId: string, now: string): Promise<Overview['waiting']> => {
  const reader = await findStaffReader(db, adminId)
  const { staff, waiting } = await listSafeguards(db, reader)
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('attempts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'submitted')
        .$asScalar()
        .$notNull()
        .as('reviews'),
      selectFrom('attempts')
        .select(({ fn }) => fn.min<string | null>('submitted_at').as('at'))
        .where('state', '=', 'submitted')
        .as('oldest_review'),
      selectFrom('consent_forms')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('outcome', 'is', null)
        .where('sent_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('forms'),
      selectFrom('consent_forms')
        .select(({ fn }) => fn.min<string | null>('sent_at').as('at'))
        .where('outcome', 'is', null)
        .as('oldest_form'),
      selectFrom('accounts as learner')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(hasNoAdvisor)
        .$asScalar()
        .$notNull()
        .as('unassigned'),
      selectFrom('person_reports as report')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('closed_at', 'is', null)
        .where(isPersonReportOpenTo(reader))
        .$asScalar()
        .$notNull()
        .as('person_reports'),
      selectFrom('invitations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('kind', '=', 'invitation')
        .where('expires_at', '>', now)
        .$asScalar()
        .$notNull()
        .as('invitations'),
      selectFrom('consultations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'confirmed')
        .where('ends_at', '>', now)
        .$asScalar()
        .$notNull()
        .as('consultations'),
      selectFrom('roster_imports')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'ready')
        .$asScalar()
        .$notNull()
        .as('imports'),
    ])
    .executeTakeFirstOrThrow()
  const { reviews, oldest_review, forms, oldest_form, ...counts } = row
  return {
    ...counts,
    reviews: { count: reviews, oldest_at: oldest_review },
    consent_forms: { count: forms, oldest_at: oldest_form },
    safety_reports: waiting,
    has_safeguard: staff.some(({ safeguarding }) => safeguarding),
  }
}

const measureFiles = async (db: Db) =>
  db
    .selectFrom('files')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('size'), val(0)).as('bytes'),
      fn.countAll<number>().as('files'),
    ])
    .where('stored_at', 'is not', null)
    .executeTakeFirstOrThrow()

/** Server settings, and the last migration, which the generated table types omit. */
const measureDatabase = async (db: Db): Promise<Overview['database']> => {
  const { rows } = await sql<Overview['database']>`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as bytes,
           (select count(*) from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as most_connections,
           (select number || ' ' || name from migrations order by number desc limit 1) as migration`.execute(
    db,
  )
  return rows[0]!
}
