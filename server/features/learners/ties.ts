import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { LearnerRecord } from '#contract/endpoint'
import { arrayFrom, preparedQuery, type DB, type Db, type Param } from '#platform/database'
import type { LearnerRef } from '#platform/http'
import {
  type AccessFacts,
  type GuardianScope,
  type LearnerAction,
  may,
  OPTIONAL_CONSENTS,
  relationOf,
  type Ties,
} from '#rules/access'
import { fullYears, isLearner } from '#rules/age'
import { isStaff, ROLES } from '#rules/membership'

import { arePeers } from './peers.ts'
import { learnerVersion } from './version.ts'

/** Table of each record type, with its learner in `learner_id`. */
const TABLES = {
  transcript: 'issued_transcripts',
  diploma: 'diplomas',
  'credit entry': 'credit_entries',
  attempt: 'attempts',
  'tutor conversation': 'tutor_conversations',
  'safety report': 'safety_reports',
  'earlier work': 'earlier_work',
  'outside work': 'outside_work',
} as const satisfies Record<LearnerRecord, string>

const advisors = expressionBuilder<DB & { advisor: DB['accounts'] }, 'advisor'>()

/** Condition on the user `advisor`: active staff. Suspended and closing accounts no longer have learners in their care. */
export const isActiveStaff = advisors.and([
  advisors('advisor.status', '=', 'active'),
  advisors('advisor.role', 'in', ROLES.filter(isStaff)),
])

const both = expressionBuilder<
  DB & { learner: DB['accounts']; person: DB['accounts'] },
  'learner' | 'person'
>()

// Built once, because every access to another person's data evaluates it.
const hasAdvisor = both.exists(
  both
    .selectFrom('caseload')
    .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
    .select('caseload.learner_id')
    .whereRef('caseload.learner_id', '=', 'learner.id')
    .where(isActiveStaff),
)

const consented = arrayFrom(
  both
    .selectFrom('standing_consents')
    .select(({ ref }) => ref('scope').$castTo<string>().as('scope'))
    .whereRef('child_id', '=', 'learner.id'),
)

const ownLinks = jsonArrayFrom(
  both
    .selectFrom('guardianships')
    .select(({ fn }) => ['scopes', fn<string>('iso', ['since']).as('since')])
    .whereRef('learner_id', '=', 'learner.id')
    .whereRef('guardian_id', '=', 'person.id'),
)

const isPeer = arePeers('learner', 'person')

/** @param table the record's table, if the id is a record's instead of a learner's */
const tiesStatement = (table?: (typeof TABLES)[LearnerRecord]) =>
  preparedQuery((db: Db, param: Param<{ personId: string; id: string }>) =>
    db
      .selectFrom('accounts as learner')
      .innerJoin('learner_revisions', 'learner_revisions.learner_id', 'learner.id')
      .innerJoin('accounts as person', (join) => join.on('person.id', '=', param('personId')))
      .leftJoin('caseload', (join) =>
        join
          .onRef('caseload.learner_id', '=', 'learner.id')
          .onRef('caseload.advisor_id', '=', 'person.id'),
      )
      .select([
        'learner.id',
        learnerVersion.as('version'),
        'learner.role',
        'learner.status',
        'learner.date_of_birth',
        'learner.declared_adult',
        'learner.deletion_due_at',
        'person.role as person_role',
        'person.status as person_status',
        'person.safeguarding',
        'person.licence_expires_on',
        'caseload.since as advisor_since',
        hasAdvisor.as('has_advisor'),
        consented.as('consented'),
        ownLinks.as('own_links'),
        isPeer.as('is_peer'),
      ])
      .where('learner.id', '=', (from) =>
        table
          ? from.selectFrom(table).select('learner_id').where('id', '=', param('id'))
          : sql<string>`${param('id')}::uuid`,
      ),
  )

const tiesById = tiesStatement()
const tiesByRecord = Object.fromEntries(
  Object.entries(TABLES).map(([record, table]) => [record, tiesStatement(table)]),
) as Record<LearnerRecord, typeof tiesById>

/** A person's current ties to a learner, and the date of each tie. */
export type LearnerTies = {
  learnerId: string
  /** See Learners.versionOf in #platform/http. */
  version: string
  ties: Ties
  facts: AccessFacts
  since: { guardian: string | null; advisor: string | null }
  /** The person's own account is active, which requests are checked for before. */
  isActive: boolean
}

/**
 * Loads everything that decides a person's access to a learner, in one statement. Returns undefined for an unknown id; for a
 * suspended or closing account, which only its owner sees; and for an account that waits for consent, which also its guardians
 * see until its erasure is due. Designated safeguarding staff retain that relation, and no other, to every account: the accused
 * may be the person who closes it.
 */
export const findLearnerTies = async (
  db: Db,
  personId: string,
  name: LearnerRef,
  now: Date,
): Promise<LearnerTies | undefined> => {
  const find = 'record' in name ? tiesByRecord[name.record] : tiesById
  const [row] = await find(db, { personId, id: name.id })
  if (!row) return undefined

  const isSelf = row.id === personId
  const today = now.toISOString().slice(0, 10)
  const [link] = row.own_links
  const isWaiting = row.status === 'pending_consent'
  const isDue = row.deletion_due_at !== null && Date.parse(row.deletion_due_at) <= now.getTime()
  // Only learners have guardians and advisors.
  const isThere =
    isSelf ||
    (isLearner(row, today) &&
      (row.status === 'active' || (isWaiting && link !== undefined && !isDue)))
  const isSafeguarding = isStaff(row.person_role) && row.safeguarding
  if (!isThere && (!isSafeguarding || link !== undefined)) return undefined
  return {
    learnerId: row.id,
    version: row.version,
    ties: {
      isSelf,
      isGuardian: link !== undefined,
      isAdvisor: isThere && isStaff(row.person_role) && row.advisor_since !== null,
      isPeer: isThere && row.is_peer === true,
      isAdmin: isThere && row.person_role === 'admin',
      isSafeguarding,
    },
    facts: {
      age: row.date_of_birth === null ? null : fullYears(row.date_of_birth, today),
      // Applies to safeguarding only, which reads reports whatever the account's status.
      isWaiting: isThere && isWaiting,
      hasAdvisor: row.has_advisor === true,
      isLicensed: row.licence_expires_on === null || row.licence_expires_on >= today,
      consented: new Set(OPTIONAL_CONSENTS.filter((scope) => row.consented.includes(scope))),
      scopes: new Set(link?.scopes as GuardianScope[] | undefined),
    },
    since: { guardian: link?.since ?? null, advisor: row.advisor_since },
    isActive: row.person_status === 'active',
  }
}

/** True if the person may take the action now, for effects that no request of theirs causes, such as a notification. */
export const mayNow = async (
  db: Db,
  personId: string,
  { learnerId, action }: { learnerId: string; action: LearnerAction },
  now: Date,
): Promise<boolean> => {
  const found = await findLearnerTies(db, personId, { id: learnerId }, now)
  return found?.isActive === true && may(action, relationOf(found.ties, action), found.facts)
}

/** True if the person is a guardian of the learner now, which excludes being their advisor. */
export const isGuardianOf = async (
  db: Db,
  personId: string,
  learnerId: string,
  now: Date,
): Promise<boolean> => {
  const found = await findLearnerTies(db, personId, { id: learnerId }, now)
  return found?.ties.isGuardian === true
}

const learners = expressionBuilder<DB & { learner: DB['accounts'] }, 'learner'>()

/** Condition on `users as learner`: an active learner without an active advisor. */
export const hasNoAdvisor = learners.and([
  learners('learner.role', '=', 'student'),
  learners('learner.status', '=', 'active'),
  learners.not(
    learners.exists(
      learners
        .selectFrom('caseload')
        .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
        .select('caseload.learner_id')
        .whereRef('caseload.learner_id', '=', 'learner.id')
        .where(isActiveStaff),
    ),
  ),
])
