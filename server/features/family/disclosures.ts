import { sql } from 'kysely'

import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import type { LearnerAction, Relation } from '#rules/access'

type Read = { call: string; may: LearnerAction; relation: Relation }

/** Data shown by an action, in a family's words. Actions not listed show the learner's work. */
const WHAT: Partial<Record<LearnerAction, string>> = {
  readRecord: 'the record',
  readProgress: 'the progress',
  readPlan: 'the plan',
  readCalendar: 'the calendar',
  readConnections: 'connections',
  readMessages: 'messages',
  readTutorTalks: 'tutor conversations',
  readSafetyReports: 'safety reports',
  readNotes: 'staff notes',
  readAsStaff: 'work and the record',
  exportData: 'all data',
  signInAs: 'the site, as the learner sees it',
}

// Actions about the learner's circle, what guardians decide, or the reader's own additions, which are no disclosures of work.
const NOT_LISTED = [
  'readGuardians',
  'readDisclosures',
  'addEvidence',
  'commentAsFamily',
  'readConsent',
  'manageSignIn',
  'chooseScreen',
] satisfies LearnerAction[]

/**
 * The disclosure log of a learner, newest first, without the reader's own visits.
 * @param before id of the previous page's last line
 * @param seesReports false omits entries that would reveal that a safety report exists
 */
export const listDisclosures = async (
  db: Db,
  learnerId: string,
  {
    readerId,
    before,
    limit,
    seesReports,
  }: { readerId: string; before: string | undefined; limit: number; seesReports: boolean },
) => {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('accounts as reader', 'reader.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.created_at as at',
      'audit_log.detail',
      nameOf<string | null>('reader').as('reader'),
    ])
    .where('subject_id', '=', learnerId)
    .where('actor_id', 'is distinct from', readerId)
    .where('action', 'in', ['learner_read', 'signed_in_as'])
    .where(sql<string>`detail ->> 'may'`, 'not in', NOT_LISTED)
    // A safeguarding entry would reveal to the family that a report exists, possibly about them.
    .where(sql<boolean>`coalesce(detail ->> 'relation', '') <> 'safeguarding'`)
    .$if(!seesReports, (query) =>
      query.where(sql<string>`detail ->> 'may'`, '<>', 'readSafetyReports' satisfies LearnerAction),
    )
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', Number(before)))
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, reader, detail }) => {
    const { may, relation } = detail as Read
    return { id: String(id), at, reader, relation, what: WHAT[may] ?? 'work' }
  })
}
