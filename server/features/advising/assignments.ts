import type { Insertable } from 'kysely'

import type { AdvisedLearner } from '#contract/advising'
import type { Colleague, Handover, UnassignedLearner } from '#contract/caseload'
import { hasNoAdvisor, isActiveStaff } from '#features/learners'
import { deleteNoticesAbout, deleteNoticesOfMany } from '#features/notifications'
import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'

type AdvisorOf = AdvisedLearner['advisors'][number]

const advisorName = nameOf('advisor')

export const findAssignment = (db: Db, learnerId: string) =>
  db
    .selectFrom('caseload')
    .select(['advisor_id', 'learner_id', 'since'])
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()

export const insertAssignment = async (db: Db, row: Insertable<DB['caseload']>): Promise<void> => {
  await db.insertInto('caseload').values(row).execute()
}

export const endAssignment = async (
  db: Db,
  row: Insertable<DB['past_assignments']>,
): Promise<void> => {
  await db.deleteFrom('caseload').where('learner_id', '=', row.learner_id).execute()
  await db.insertInto('past_assignments').values(row).execute()
  await deleteNoticesAbout(db, row.advisor_id, row.learner_id)
}

/**
 * Ends all assignments and handovers of somebody who leaves the staff. Coming back as staff brings no learner back. `db` is a
 * transaction.
 */
export const endCaseload = async (
  db: Db,
  advisorId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<void> => {
  const at = now.toISOString()
  await db
    .deleteFrom('handovers')
    .where(({ eb, or }) => or([eb('offered_by', '=', advisorId), eb('offered_to', '=', advisorId)]))
    .execute()
  const ended = await db
    .deleteFrom('caseload')
    .where('advisor_id', '=', advisorId)
    .returning(['advisor_id', 'learner_id', 'since'])
    .execute()
  if (ended.length === 0) return
  const left = { ended_because: 'left_staff', ended_by: userId } as const
  await db
    .insertInto('past_assignments')
    .values(ended.map((row) => ({ ...row, ...left, ended_at: row.since > at ? row.since : at })))
    .execute()
  await deleteNoticesOfMany(
    db,
    ended.map(({ learner_id }) => ({ personId: advisorId, aboutId: learner_id })),
  )
}

export const findActiveAdvisor = (db: Db, advisorId: string) =>
  db
    .selectFrom('accounts as advisor')
    .select(['advisor.id', advisorName.as('name')])
    .where('advisor.id', '=', advisorId)
    .where(isActiveStaff)
    .executeTakeFirst()

/** By name. */
export const listLearnersOf = (db: Db, advisorId: string) =>
  db
    .selectFrom('caseload')
    .innerJoin('accounts as learner', 'learner.id', 'caseload.learner_id')
    .select(['learner.id', nameOf('learner').as('name'), 'caseload.since'])
    .where('caseload.advisor_id', '=', advisorId)
    .where('learner.status', '<>', 'suspended')
    .orderBy('learner.last_name')
    .orderBy('learner.first_name')
    .orderBy('learner.id')
    .limit(500)
    .execute()

export const listColleagues = (db: Db): Promise<Colleague[]> =>
  db
    .selectFrom('accounts as advisor')
    .select(({ selectFrom }) => [
      'advisor.id',
      advisorName.as('name'),
      selectFrom('caseload')
        .select(({ fn }) => fn.countAll<number>().as('learners'))
        .whereRef('caseload.advisor_id', '=', 'advisor.id')
        .$asScalar()
        .$notNull()
        .as('learners'),
    ])
    .where(isActiveStaff)
    .orderBy('advisor.last_name')
    .orderBy('advisor.first_name')
    .orderBy('advisor.id')
    .limit(500)
    .execute()

/** Returns undefined if the learner already has a pending offer. */
export const insertHandover = async (
  db: Db,
  row: Insertable<DB['handovers']>,
): Promise<string | undefined> => {
  const inserted = await db
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.column('learner_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Returns false if no offer exists. */
export const deleteHandover = async (db: Db, learnerId: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('handovers')
    .where('learner_id', '=', learnerId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export const findHandoverTo = (db: Db, { id, advisorId }: { id: string; advisorId: string }) =>
  db
    .selectFrom('handovers')
    .innerJoin('accounts as advisor', 'advisor.id', 'handovers.offered_by')
    .select(['handovers.learner_id', 'handovers.offered_by'])
    .where('handovers.id', '=', id)
    .where('offered_to', '=', advisorId)
    .where(isActiveStaff)
    .forUpdate('handovers')
    .executeTakeFirst()

/** Oldest first. */
export const listHandoversTo = (db: Db, advisorId: string): Promise<Handover[]> =>
  db
    .selectFrom('handovers')
    .innerJoin('accounts as advisor', 'advisor.id', 'handovers.offered_by')
    .innerJoin('accounts as learner', 'learner.id', 'handovers.learner_id')
    .select([
      'handovers.id',
      nameOf('learner').as('learner_name'),
      advisorName.as('offered_by'),
      'handovers.words',
      'handovers.offered_at',
    ])
    .where('handovers.offered_to', '=', advisorId)
    .where('learner.status', '=', 'active')
    .where(isActiveStaff)
    .orderBy('handovers.offered_at')
    .execute()

/** The learner's current and previous advisors, newest first. */
export const listAdvisorsOf = async (db: Db, learnerId: string): Promise<AdvisorOf[]> => {
  const current = await db
    .selectFrom('caseload')
    .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
    .select([advisorName.as('name'), 'caseload.since'])
    .where('caseload.learner_id', '=', learnerId)
    .execute()
  const past = await db
    .selectFrom('past_assignments')
    .innerJoin('accounts as advisor', 'advisor.id', 'past_assignments.advisor_id')
    .select([
      advisorName.as('name'),
      'past_assignments.since',
      'past_assignments.ended_at as until',
    ])
    .where('past_assignments.learner_id', '=', learnerId)
    .orderBy('past_assignments.ended_at', 'desc')
    .execute()
  return [...current.map((each) => ({ ...each, until: null })), ...past]
}

/** The pending handover of a learner. */
export const findHandoverOf = async (db: Db, learnerId: string) => {
  const offer = await db
    .selectFrom('handovers')
    .innerJoin('accounts as advisor', 'advisor.id', 'handovers.offered_to')
    .select([advisorName.as('offered_to'), 'handovers.offered_at'])
    .where('handovers.learner_id', '=', learnerId)
    .executeTakeFirst()
  return offer ?? null
}

type Page = { offset: number; limit: number }

/** Longest without an advisor first. */
export const listUnassigned = async (
  db: Db,
  { offset, limit }: Page,
): Promise<{ items: UnassignedLearner[]; total: number }> => {
  const rows = await db
    .selectFrom('accounts as learner')
    .select(({ fn, selectFrom }) => [
      'learner.id',
      'learner.first_name',
      'learner.last_name',
      'learner.created_at',
      fn.countAll<number>().over().as('total'),
      fn
        .coalesce(
          selectFrom('caseload')
            .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
            .select(advisorName.as('name'))
            .whereRef('caseload.learner_id', '=', 'learner.id'),
          selectFrom('past_assignments as past')
            .innerJoin('accounts as advisor', 'advisor.id', 'past.advisor_id')
            .select(advisorName.as('name'))
            .whereRef('past.learner_id', '=', 'learner.id')
            .where('past.ended_because', '=', 'left_staff')
            .orderBy('past.ended_at', 'desc')
            .limit(1),
        )
        .as('before'),
    ])
    .where(hasNoAdvisor)
    .orderBy('learner.created_at')
    .orderBy('learner.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
