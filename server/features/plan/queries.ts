import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { PlanBreak, Proposal } from '#contract/plan'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'

export type PlanEntryRow = {
  quest_id: string
  target_date: string | null
  note: string
  added_by: string | null
  added_at: string
  movable: boolean
  state: 'active' | 'left' | 'completed' | null
  tasks_done: number | null
}

export type ProposalRow = Pick<
  Proposal,
  'id' | 'quest_id' | 'target_date' | 'note' | 'proposed_by' | 'proposed_at' | 'decision' | 'words'
> & { proposed_by_id: string | null }

export type PlanState = {
  catalog_version: string
  /** Quests written for this learner only. */
  alone: StoredQuest[]
  first_name: string
  entries: PlanEntryRow[]
  breaks: PlanBreak[]
  proposals: ProposalRow[]
}

const MAX_PROPOSALS = 30

/** One statement. Returns undefined if the account is deleted. */
export const findPlanState = (db: Db, learnerId: string): Promise<PlanState | undefined> =>
  db
    .selectFrom('accounts as u')
    .select((select) => [
      catalogVersion.as('catalog_version'),
      questsFor(select.ref('u.id')).as('alone'),
      'u.first_name',
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .leftJoin('accounts as adder', 'adder.id', 'planned_quests.added_by')
          .leftJoin('enrollments', (join) =>
            join
              .onRef('enrollments.learner_id', '=', 'planned_quests.learner_id')
              .onRef('enrollments.quest_id', '=', 'planned_quests.quest_id'),
          )
          .select(({ fn }) => [
            'planned_quests.quest_id',
            'planned_quests.target_date',
            'planned_quests.note',
            'planned_quests.movable',
            fn<string>('iso', ['planned_quests.added_at']).as('added_at'),
            'enrollments.state',
            'enrollments.tasks_done',
            nameOf('adder').as('added_by'),
          ])
          .whereRef('planned_quests.learner_id', '=', 'u.id')
          .orderBy('planned_quests.position'),
      ).as('entries'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['begins as from', 'ends as to', 'label'])
          .whereRef('learner_id', '=', 'u.id')
          .orderBy('begins')
          .orderBy('ends'),
      ).as('breaks'),
      jsonArrayFrom(
        select
          .selectFrom('plan_proposals')
          .leftJoin('accounts as proposer', 'proposer.id', 'plan_proposals.proposed_by')
          .select(({ fn }) => [
            'plan_proposals.id',
            'plan_proposals.quest_id',
            'plan_proposals.target_date',
            'plan_proposals.note',
            'plan_proposals.decision',
            'plan_proposals.words',
            'plan_proposals.proposed_by as proposed_by_id',
            fn<string>('iso', ['plan_proposals.proposed_at']).as('proposed_at'),
            nameOf('proposer').as('proposed_by'),
          ])
          .whereRef('plan_proposals.learner_id', '=', 'u.id')
          .orderBy('plan_proposals.decision', (order) => order.asc().nullsFirst())
          .orderBy('plan_proposals.proposed_at', 'desc')
          .limit(MAX_PROPOSALS),
      ).as('proposals'),
    ])
    .where('u.id', '=', learnerId)
    .$castTo<PlanState>()
    .executeTakeFirst()

export type StoredEntry = {
  quest_id: string
  target_date: string | null
  note: string
  added_by: string | null
  added_at: string
  /** The learner may move the day, whoever edits the plan. */
  movable: boolean
}

/** In plan order. */
export const listStoredEntries = (db: Db, learnerId: string): Promise<StoredEntry[]> =>
  db
    .selectFrom('planned_quests')
    .select(['quest_id', 'target_date', 'note', 'added_by', 'added_at', 'movable'])
    .where('learner_id', '=', learnerId)
    .orderBy('position')
    .execute()

export const replaceEntries = async (
  db: Db,
  learnerId: string,
  entries: readonly StoredEntry[],
): Promise<void> => {
  await db.deleteFrom('planned_quests').where('learner_id', '=', learnerId).execute()
  if (entries.length === 0) return
  await db
    .insertInto('planned_quests')
    .values(entries.map((entry, position) => ({ ...entry, learner_id: learnerId, position })))
    .execute()
}

/** Adds entries to several plans, at positions after the present ones. */
export const appendEntries = async (
  db: Db,
  entries: readonly (StoredEntry & { learner_id: string; position: number })[],
): Promise<void> => {
  if (entries.length === 0) return
  await db
    .insertInto('planned_quests')
    .values([...entries])
    .execute()
}

export const findStoredEntry = (db: Db, learnerId: string, questId: string) =>
  db
    .selectFrom('planned_quests')
    .select(['movable'])
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .executeTakeFirst()

export const setTargetDate = async (
  db: Db,
  learnerId: string,
  questId: string,
  target_date: string,
): Promise<void> => {
  await db
    .updateTable('planned_quests')
    .set({ target_date })
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .execute()
}

export const replaceBreaks = async (
  db: Db,
  learnerId: string,
  breaks: readonly PlanBreak[],
): Promise<void> => {
  await db.deleteFrom('plan_breaks').where('learner_id', '=', learnerId).execute()
  if (breaks.length === 0) return
  await db
    .insertInto('plan_breaks')
    .values(
      breaks.map(({ from, to, label }) => ({
        learner_id: learnerId,
        begins: from,
        ends: to,
        label,
      })),
    )
    .execute()
}

type NewProposalRow = {
  learner_id: string
  quest_id: string
  target_date: string | null
  note: string
  proposed_by: string
  proposed_at: string
}

/** Proposals of one person for a learner since a time, decided ones included. */
export const countProposals = async (
  db: Db,
  { learnerId, by, since }: { learnerId: string; by: string; since: string },
): Promise<number> => {
  const { count } = await db
    .selectFrom('plan_proposals')
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .where('learner_id', '=', learnerId)
    .where('proposed_by', '=', by)
    .where('proposed_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined if the quest is already proposed. */
export const insertProposal = async (db: Db, row: NewProposalRow): Promise<string | undefined> => {
  const inserted = await db
    .insertInto('plan_proposals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['learner_id', 'quest_id']).where('decision', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Returns undefined if it is not this learner's or not open. */
export const decideOpenProposal = (
  db: Db,
  { learnerId, proposalId }: { learnerId: string; proposalId: string },
  decided: {
    decision: 'accepted' | 'declined'
    words: string
    decided_by: string
    decided_at: string
  },
) =>
  db
    .updateTable('plan_proposals')
    .set(decided)
    .where('id', '=', proposalId)
    .where('learner_id', '=', learnerId)
    .where('decision', 'is', null)
    .returning(['quest_id', 'target_date', 'note', 'proposed_by', 'proposed_at'])
    .executeTakeFirst()

export const hasProposal = async (
  db: Db,
  { learnerId, proposalId }: { learnerId: string; proposalId: string },
): Promise<boolean> => {
  const found = await db
    .selectFrom('plan_proposals')
    .select('id')
    .where('id', '=', proposalId)
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false unless this person has an open one. */
export const deleteOpenProposal = async (
  db: Db,
  { learnerId, proposalId, by }: { learnerId: string; proposalId: string; by: string },
): Promise<boolean> => {
  const gone = await db
    .deleteFrom('plan_proposals')
    .where('id', '=', proposalId)
    .where('learner_id', '=', learnerId)
    .where('proposed_by', '=', by)
    .where('decision', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
