import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type * as z from 'zod/mini'

import type { CreditEntry, NewCreditEntry } from '#contract/advising'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import { nameOf } from '#features/people'
import {
  arrayFrom,
  preparedQuery,
  dayInUtc,
  type DB,
  type Db,
  type Param,
  jsonRecordFrom,
  orEmpty,
} from '#platform/database'
import type { Pillar } from '#rules/pillars'
import type { Subject, SubjectShares } from '#rules/subjects'

import { planOfUser } from './plan.ts'

/** A submission that was not withdrawn, as a compact tuple: a learner may have a thousand. */
export type SubmissionRow = [
  taskId: string,
  state: 'submitted' | 'accepted' | 'returned',
  number: number,
  /** Time of the decision, else of the submission: an instant in UTC, or its day. */
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

export type CreditEntryRow = {
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

/** Inputs of a learner's credits, besides catalog and plan. */
export type CreditSnapshot = {
  catalog_version: string
  /** Quests written for this learner only. */
  alone: StoredQuest[]
  plan_id: string
  date_of_birth: string | null
  enrollments: Record<string, [state: 'active' | 'left' | 'completed', version: number]>
  hand_ins: SubmissionRow[]
  /** By task: subjects that an advisor corrected when accepting the work. */
  corrected: Record<string, SubjectShares>
  /** Own tasks with confirmed XP. */
  own_tasks: OwnTask[]
  /** In chronological order. */
  entries: CreditEntryRow[]
  planned: string[]
}

const eb = expressionBuilder<DB & { u: DB['accounts'] }, 'u'>()

const handIns = eb
  .selectFrom('attempts')
  .whereRef('attempts.learner_id', '=', 'u.id')
  .where('attempts.state', '<>', 'withdrawn')

/** Credit that was recorded by hand, in chronological order. */
const entries = eb
  .selectFrom('credit_entries')
  .leftJoin('accounts as recorder', 'recorder.id', 'credit_entries.recorded_by')
  .select(({ fn }) => [
    'credit_entries.id',
    'credit_entries.subject',
    'credit_entries.hundredths',
    'credit_entries.kind',
    'credit_entries.reason',
    'credit_entries.institution',
    'credit_entries.reverses',
    fn<string>('iso', ['credit_entries.created_at']).as('created_at'),
    nameOf('recorder').as('recorded_by'),
  ])
  .whereRef('credit_entries.learner_id', '=', 'u.id')
  .orderBy('credit_entries.created_at')
  .orderBy('credit_entries.id')

/**
 * Detail of the submissions: states only, all evidence, or states with the day of acceptance. Arrays cost PostgreSQL half as much
 * as objects.
 */
const HAND_INS = {
  states: handIns.select(({ fn }) =>
    orEmpty(
      fn.agg('json_agg', [fn('json_build_array', ['task_id', 'attempts.state', 'number'])]),
    ).as('rows'),
  ),
  evidence: handIns.select(({ fn }) =>
    orEmpty(
      fn.agg('json_agg', [
        fn('json_build_array', [
          'task_id',
          'attempts.state',
          'number',
          fn('iso', [fn.coalesce('decided_at', 'submitted_at')]),
          'attempts.id',
        ]),
      ]),
    ).as('rows'),
  ),
  accepted: handIns
    .select(({ fn, ref }) =>
      orEmpty(
        fn.agg('json_agg', [
          fn('json_build_array', [
            'task_id',
            'attempts.state',
            'number',
            dayInUtc(ref('decided_at')),
          ]),
        ]),
      ).as('rows'),
    )
    .where('attempts.state', '=', 'accepted'),
}
type HandInKind = keyof typeof HAND_INS

/** Columns for the learner `u`, for a query of their own or as part of a larger one. */
export const creditSnapshotColumns = (wanted: HandInKind) =>
  [
    catalogVersion.as('catalog_version'),
    questsFor(eb.ref('u.id')).as('alone'),
    planOfUser.as('plan_id'),
    eb.ref('u.date_of_birth').as('date_of_birth'),
    jsonRecordFrom(
      eb
        .selectFrom('enrollments')
        .select(({ fn }) => [
          'quest_id as key',
          fn<[state: string, version: number]>('json_build_array', [
            'enrollments.state',
            'enrollments.version',
          ]).as('value'),
        ])
        .whereRef('learner_id', '=', 'u.id'),
    ).as('enrollments'),
    HAND_INS[wanted].as('hand_ins'),
    jsonRecordFrom(
      handIns
        .select(['attempts.task_id as key', 'attempts.subjects as value'])
        .where('attempts.subjects', 'is not', null)
        .where('attempts.state', '=', 'accepted'),
    ).as('corrected'),
    jsonArrayFrom(
      eb
        .selectFrom('tasks')
        .select(['tasks.id', 'quest_id', 'title', 'pillar', 'xp', 'subjects'])
        .whereRef('owner_id', '=', 'u.id')
        .where('xp_confirmed_at', 'is not', null),
    ).as('own_tasks'),
    jsonArrayFrom(entries).as('entries'),
    arrayFrom(
      eb
        .selectFrom('planned_quests')
        .select('quest_id')
        .whereRef('learner_id', '=', 'u.id')
        .orderBy('position'),
    ).as('planned'),
  ] as const

const snapshotQuery = (wanted: HandInKind) =>
  preparedQuery((db: Db, param: Param<{ learnerId: string }>) =>
    db
      .selectFrom('accounts as u')
      .select(creditSnapshotColumns(wanted))
      .where('u.id', '=', param('learnerId'))
      .$castTo<CreditSnapshot>(),
  )
const snapshotQueries = { states: snapshotQuery('states'), evidence: snapshotQuery('evidence') }

/** One statement. Returns undefined if the account is deleted. */
export const findCreditSnapshot = async (
  db: Db,
  learnerId: string,
  wanted: keyof typeof snapshotQueries = 'states',
): Promise<CreditSnapshot | undefined> => (await snapshotQueries[wanted](db, { learnerId }))[0]

/** Empty if the account is deleted. */
export const listEntries = async (db: Db, learnerId: string): Promise<CreditEntryRow[]> => {
  const row = await db
    .selectFrom('accounts as u')
    .select(jsonArrayFrom(entries).as('entries'))
    .where('u.id', '=', learnerId)
    .$castTo<Pick<CreditSnapshot, 'entries'>>()
    .executeTakeFirst()
  return row?.entries ?? []
}

type Recorded = { learnerId: string; recordedBy: string; now: Date }

/** Credit without evidence on this site, before it is stored. */
export type AddedCredit =
  | z.output<typeof NewCreditEntry>
  | { kind: 'outside'; subject: Subject; credits: number; reason: string; institution: string }

export const insertCreditEntry = async (
  db: Db,
  { learnerId, recordedBy, now }: Recorded,
  entry: AddedCredit,
): Promise<string> => {
  const { id } = await db
    .insertInto('credit_entries')
    .values({
      learner_id: learnerId,
      subject: entry.subject,
      kind: entry.kind,
      hundredths: Math.round(entry.credits * 100),
      reason: entry.reason,
      institution: entry.kind === 'adjustment' ? null : (entry.institution ?? null),
      recorded_by: recordedBy,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns undefined if it is already reversed or is itself a reversal. */
export const insertReversal = async (
  db: Db,
  { recordedBy, now }: Omit<Recorded, 'learnerId'>,
  reversed: { id: string; reason: string },
): Promise<string | undefined> => {
  const reversal = await db
    .insertInto('credit_entries')
    .columns([
      'learner_id',
      'subject',
      'kind',
      'hundredths',
      'reason',
      'reverses',
      'recorded_by',
      'created_at',
    ])
    .expression((insert) =>
      insert
        .selectFrom('credit_entries')
        .select(({ cast, neg, ref, val }) => [
          'learner_id',
          'subject',
          val('reversal').as('kind'),
          neg(ref('hundredths')).as('hundredths'),
          val(reversed.reason).as('reason'),
          'id as reverses',
          cast<string>(val(recordedBy), 'uuid').as('recorded_by'),
          cast<string>(val(now.toISOString()), 'timestamptz').as('created_at'),
        ])
        .where('id', '=', reversed.id)
        .where('kind', '<>', 'reversal'),
    )
    .onConflict((conflict) => conflict.column('reverses').doNothing())
    .returning('id')
    .executeTakeFirst()
  return reversal?.id
}
