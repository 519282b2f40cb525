import type * as z from 'zod/mini'

import type { NewProposal, Plan, PlanChange, Proposal } from '#contract/plan'
import { findCatalog } from '#features/catalog'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'

import { notifyDecided, notifyProposed } from './notify.ts'
import {
  countProposals,
  decideOpenProposal,
  deleteOpenProposal,
  findPlanState,
  hasProposal,
  insertProposal,
  listStoredEntries,
  type PlanState,
  replaceBreaks,
  replaceEntries,
  type StoredEntry,
} from './queries.ts'
import { planFor, proposalOf, type Reader, versionOf } from './show-plan.ts'

type By = { userId: string; now: Date }

const MAX_OPEN_PROPOSALS = 20
/** By one person for one learner in this many days, decided ones included: who edits the own plan decides at once. */
const MAX_PROPOSALS = { count: 100, days: 90 }
const DAY_MS = 24 * 3_600_000

/**
 * Replaces a whole plan. `db` is a transaction.
 * @throws conflict if the plan has changed since it was read; invalid for a quest that this learner cannot start
 */
export const changePlan = async (
  db: Db,
  learnerId: string,
  { version, entries, breaks }: z.output<typeof PlanChange>,
  { userId, now }: By,
): Promise<Plan> => {
  const state = await lockedPlan(db, learnerId)
  if (version !== undefined && version !== versionOf(state)) {
    throw conflict('The plan has changed since you opened it. Nothing was overwritten.')
  }
  const before = new Map(
    (await listStoredEntries(db, learnerId)).map((entry) => [entry.quest_id, entry]),
  )
  const isOffered = await offeredIn(db, state)
  entries.forEach(({ quest_id }, index) => {
    if (before.has(quest_id) || isOffered(quest_id)) return
    const message = 'This quest is not available to this learner.'
    throw invalid(message, { [`entries.${index}.quest_id`]: message })
  })
  const added = { added_by: userId, added_at: now.toISOString(), movable: false }
  await replaceEntries(
    db,
    learnerId,
    entries.map((entry) => ({ ...added, ...before.get(entry.quest_id), ...entry })),
  )
  if (breaks) await replaceBreaks(db, learnerId, breaks)
  return planFor(db, learnerId, { userId, mayEdit: true })
}

/**
 * Stores the quests chosen in the credit planner: new ones are appended without a day. Removes quests no longer chosen, except
 * those agreed with an advisor. `db` is a transaction.
 * @param shown the planned quests that were among the options
 */
export const saveWishes = async (
  db: Db,
  learnerId: string,
  { chosen, shown }: { chosen: readonly string[]; shown: readonly string[] },
  { userId, mayEdit, now }: Reader & By,
): Promise<void> => {
  await lockLearner(db, learnerId)
  const before = await listStoredEntries(db, learnerId)
  const isAgreed = ({ target_date, added_by }: StoredEntry) =>
    !mayEdit && (target_date !== null || added_by !== userId)
  const kept = before.filter(
    (entry) =>
      chosen.includes(entry.quest_id) || !shown.includes(entry.quest_id) || isAgreed(entry),
  )
  const known = new Set(kept.map(({ quest_id }) => quest_id))
  const added = chosen
    .filter((id) => !known.has(id))
    .map((quest_id) => ({
      quest_id,
      target_date: null,
      note: '',
      added_by: userId,
      added_at: now.toISOString(),
      movable: false,
    }))
  await replaceEntries(db, learnerId, [...kept, ...added])
}

/** `db` is a transaction. */
export const propose = async (
  db: Db,
  learnerId: string,
  { quest_id, target_date, note }: z.output<typeof NewProposal>,
  by: Reader & By,
): Promise<Proposal> => {
  const state = await lockedPlan(db, learnerId)
  const isOffered = await offeredIn(db, state)
  if (!isOffered(quest_id)) {
    const message = 'This quest is not available to this learner.'
    throw invalid(message, { quest_id: message })
  }
  if (state.entries.some((entry) => entry.quest_id === quest_id)) {
    throw conflict('This quest is already in the plan.')
  }
  if (state.proposals.filter(({ decision }) => !decision).length >= MAX_OPEN_PROPOSALS) {
    throw conflict(
      'You have enough open proposals for now. Please wait until some have been answered.',
    )
  }
  const since = new Date(by.now.getTime() - MAX_PROPOSALS.days * DAY_MS).toISOString()
  const made = await countProposals(db, { learnerId, by: by.userId, since })
  if (made >= MAX_PROPOSALS.count) {
    throw conflict('You have made many proposals in the last months. Please try again later.')
  }
  const id = await insertProposal(db, {
    learner_id: learnerId,
    quest_id,
    target_date,
    note,
    proposed_by: by.userId,
    proposed_at: by.now.toISOString(),
  })
  if (!id) throw conflict('This quest has already been proposed.')
  const after = await findPlanState(db, learnerId)
  const row = after?.proposals.find((proposal) => proposal.id === id)
  const catalog = await findCatalog(db, state.catalog_version, state.alone)
  const proposal = row && proposalOf(catalog, row, by)
  if (!proposal) throw notFound()
  const { title = '' } = catalog.quest(quest_id) ?? {}
  await notifyProposed(db, { learnerId, title }, by)
  return proposal
}

/**
 * Accepting appends the quest to the plan. `db` is a transaction.
 * @throws conflict if it was decided or withdrawn meanwhile
 */
export const decideProposal = async (
  db: Db,
  name: { learnerId: string; proposalId: string },
  { decision, words }: { decision: 'accepted' | 'declined'; words: string },
  { userId, now }: By,
): Promise<Plan> => {
  const { learnerId } = name
  await lockLearner(db, learnerId)
  const decided = { decision, words, decided_by: userId, decided_at: now.toISOString() }
  const proposal = await decideOpenProposal(db, name, decided)
  if (!proposal) {
    if (await hasProposal(db, name)) throw conflict('This proposal has already been answered.')
    throw notFound()
  }
  const { proposed_by, quest_id, target_date, note } = proposal
  const before = await listStoredEntries(db, learnerId)
  if (decision === 'accepted' && !before.some((entry) => entry.quest_id === quest_id)) {
    const added = { added_by: proposed_by, added_at: now.toISOString(), movable: false }
    await replaceEntries(db, learnerId, [...before, { quest_id, target_date, note, ...added }])
  }
  await notifyDecided(db, { learnerId, proposedBy: proposed_by, decision }, { userId, now })
  return planFor(db, learnerId, { userId, mayEdit: true })
}

/** @throws notFound unless this person has an open one */
export const withdrawProposal = async (
  db: Db,
  name: { learnerId: string; proposalId: string; by: string },
): Promise<void> => {
  if (!(await deleteOpenProposal(db, name))) throw notFound()
}

/** Reads the plan and locks it until the transaction ends. */
const lockedPlan = async (db: Db, learnerId: string): Promise<PlanState> => {
  await lockLearner(db, learnerId)
  const state = await findPlanState(db, learnerId)
  if (!state) throw notFound()
  return state
}

const offeredIn = async (db: Db, { catalog_version, alone }: PlanState) => {
  const catalog = await findCatalog(db, catalog_version, alone)
  return (questId: string) => catalog.quest(questId)?.status === 'published'
}
