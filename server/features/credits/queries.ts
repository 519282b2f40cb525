import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { CreditEntry, NewCreditEntry } from '#contract/advising'
import { catalogVersion } from '#features/catalog'
import type { Db } from '#platform/database'
import type { Pillar } from '#rules/pillars'
import type { Subject, SubjectShares } from '#rules/subjects'

import { newestPlan } from './plan.ts'

/** A hand-in that was not withdrawn, as short as it can be written: there may be a thousand of them. */
export type HandInRow = [
  taskId: string,
  state: 'submitted' | 'accepted' | 'returned',
  number: number,
  /** Decided, else handed in: an instant in UTC, or its day. */
  at?: string,
  id?: string,
]

export type OwnTask = {
  id: string
  quest_id: string
  title: string
  pillar: Pillar
  xp: number
  subjects: SubjectShares
}

export type Entry = {
  id: string
  subject: Subject
  hundredths: number
  kind: CreditEntry['kind']
  reason: string
  institution: string | null
  reverses: string | null
  recorded_by: string | null
  created_at: string
}

/** All that a learner's credits are made of, besides the catalog and the plan. */
export type CreditStanding = {
  catalog_version: string
  plan_id: string
  date_of_birth: string | null
  enrollments: Record<string, 'active' | 'left' | 'completed'>
  hand_ins: HandInRow[]
  /** Those whose XP is confirmed. */
  own_tasks: OwnTask[]
  /** In the order of time. */
  entries: Entry[]
  planned: string[]
}

/**
 * How much is wanted of the hand-ins: their states alone, all that is behind a figure, or of those that were accepted the
 * day. Arrays cost PostgreSQL half of what objects do.
 */
const HAND_INS = {
  states: sql`json_agg(json_build_array(task_id, state, number)) filter (where state <> 'withdrawn')`,
  evidence: sql`json_agg(json_build_array(task_id, state, number, iso(coalesce(decided_at, submitted_at)), id))
    filter (where state <> 'withdrawn')`,
  accepted: sql`json_agg(json_build_array(task_id, state, number, (decided_at at time zone 'UTC')::date))
    filter (where state = 'accepted')`,
}
type Wanted = keyof typeof HAND_INS

/**
 * The columns of a standing for the learner `u`, as a statement or as part of a larger one. Raw: read with every page of
 * credits, and arrays within aggregates are plainer in SQL.
 */
export const standingColumns = (wanted: Wanted) =>
  sql<CreditStanding>`
    ${catalogVersion} as catalog_version, ${newestPlan} as plan_id, u.date_of_birth,
    coalesce((select json_object_agg(quest_id, state) from enrollments where learner_id = u.id), '{}') as enrollments,
    coalesce((select ${HAND_INS[wanted]} from attempts where learner_id = u.id), '[]') as hand_ins,
    coalesce((
      select json_agg(json_build_object(
        'id', id, 'quest_id', quest_id, 'title', title, 'pillar', pillar, 'xp', xp, 'subjects', subjects))
      from tasks where owner_id = u.id and xp_confirmed_at is not null), '[]') as own_tasks,
    coalesce((
      select json_agg(json_build_object(
        'id', c.id, 'subject', c.subject, 'hundredths', c.hundredths, 'kind', c.kind, 'reason', c.reason,
        'institution', c.institution, 'reverses', c.reverses, 'created_at', iso(c.created_at),
        'recorded_by', (select r.first_name || ' ' || r.last_name from users r where r.id = c.recorded_by))
        order by c.created_at, c.id)
      from credit_entries c where c.learner_id = u.id), '[]') as entries,
    array(select quest_id from planned_quests where learner_id = u.id order by position) as planned`

/** In one statement. Undefined when the account is gone. */
export const findStanding = async (
  db: Db,
  learnerId: string,
  wanted: Wanted = 'states',
): Promise<CreditStanding | undefined> => {
  const { rows } = await sql<CreditStanding>`
    select ${standingColumns(wanted)} from users u where u.id = ${learnerId}`.execute(db)
  return rows[0]
}

/** The credits that several learners have earned, each as their own. */
export const listStandings = async (
  db: Db,
  learnerIds: readonly string[],
): Promise<(CreditStanding & { learner_id: string })[]> => {
  const { rows } = await sql<CreditStanding & { learner_id: string }>`
    select u.id as learner_id, ${standingColumns('states')}
    from users u where u.id = any(${learnerIds}::uuid[])`.execute(db)
  return rows
}

export const replacePlanned = async (
  db: Db,
  learnerId: string,
  questIds: readonly string[],
): Promise<void> => {
  // One after the other: the second of two tabs wins, as a whole.
  await db.selectFrom('users').select('id').where('id', '=', learnerId).forUpdate().execute()
  await db.deleteFrom('planned_quests').where('learner_id', '=', learnerId).execute()
  if (questIds.length === 0) return
  await db
    .insertInto('planned_quests')
    .values(questIds.map((quest_id, position) => ({ learner_id: learnerId, quest_id, position })))
    .execute()
}

type Recorded = { learnerId: string; recordedBy: string; now: Date }

export const insertCreditEntry = async (
  db: Db,
  { learnerId, recordedBy, now }: Recorded,
  entry: z.output<typeof NewCreditEntry>,
): Promise<string> => {
  const { id } = await db
    .insertInto('credit_entries')
    .values({
      learner_id: learnerId,
      subject: entry.subject,
      kind: entry.kind,
      hundredths: Math.round(entry.credits * 100),
      reason: entry.reason,
      institution: entry.kind === 'transfer' ? (entry.institution ?? null) : null,
      recorded_by: recordedBy,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined when it is reversed already, or is itself a reversal. */
export const insertReversal = async (
  db: Db,
  { recordedBy, now }: Omit<Recorded, 'learnerId'>,
  reversed: { id: string; reason: string },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into credit_entries (learner_id, subject, kind, hundredths, reason, reverses, recorded_by, created_at)
    select learner_id, subject, 'reversal', -hundredths, ${reversed.reason}, id, ${recordedBy}::uuid,
           ${now.toISOString()}::timestamptz
    from credit_entries where id = ${reversed.id} and kind <> 'reversal'
    on conflict (reverses) do nothing
    returning id`.execute(db)
  return rows[0]?.id
}
