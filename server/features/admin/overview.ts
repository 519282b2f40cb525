import type { Overview } from '#contract/operations'
import { hasNoAdvisor } from '#features/learners'
import { findStaffReader, isPersonReportOpenTo, listSafeguards } from '#features/safety'
import { findTexts, LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

import { measureSite } from './measure-site.ts'
import { speedOf } from './show-speed.ts'
import { MAIL_TESTED } from './test-mail.ts'

const WEEK_MS = 7 * 24 * 3_600_000

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'files' | 'metrics'>

/** Returns the number of people, pending work, and the health of the site's components. */
export const showOverview = async (parts: Deps, adminId: string): Promise<Overview> => {
  const { db, clock } = parts
  const since = new Date(clock().getTime() - WEEK_MS).toISOString()
  return {
    people: await countPeople(db),
    active_this_week: await countActive(db, since),
    waiting: await countWaiting(db, adminId, clock().toISOString()),
    speed: speedOf(parts.metrics.recent().all),
    ...(await measureSite(parts)),
    set_up: await findSetUp(db),
  }
}

/** Setting with the version of the legal texts that an admin has confirmed: a new one is reviewed again. */
export const LEGAL_REVIEWED = 'legal_reviewed'

const SCHOOL = ['site_name', 'support_email', 'postal_address']

const findSetUp = async (db: Db): Promise<Overview['set_up']> => {
  const stored = await findTexts(db, [...SCHOOL, MAIL_TESTED, LEGAL_REVIEWED])
  return {
    has_school: SCHOOL.every((name) => stored.has(name)),
    mail_tested_at: stored.get(MAIL_TESTED) ?? null,
    are_texts_reviewed: stored.get(LEGAL_REVIEWED) === LEGAL_VERSION,
  }
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
