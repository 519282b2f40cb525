import { createHash } from 'node:crypto'

import type { Plan, PlanBreak, Proposal } from '#contract/plan'
import { type Catalog, findCatalog } from '#features/catalog'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

import { findPlanState, type ProposalRow, type StoredEntry } from './queries.ts'

/** The reader of a plan, and their permission to change it. */
export type Reader = { userId: string; mayEdit: boolean }

/** @throws notFound if the account is deleted */
export const planFor = async (db: Db, learnerId: string, reader: Reader): Promise<Plan> => {
  const state = await findPlanState(db, learnerId)
  if (!state) throw notFound()
  const catalog = await findCatalog(db, state.catalog_version, state.alone)
  return {
    version: versionOf(state),
    first_name: state.first_name,
    may_edit: reader.mayEdit,
    entries: state.entries.flatMap(({ state, tasks_done, ...entry }) => {
      const quest = questIn(catalog, entry.quest_id)
      return quest
        ? [{ ...quest, ...entry, state: state ?? ('new' as const), tasks_done: tasks_done ?? 0 }]
        : []
    }),
    breaks: state.breaks,
    proposals: state.proposals.flatMap((row) => proposalOf(catalog, row, reader) ?? []),
  }
}

export const proposalOf = (
  catalog: Catalog,
  { proposed_by_id, ...row }: ProposalRow,
  { userId }: Reader,
): Proposal | undefined => {
  const quest = questIn(catalog, row.quest_id)
  return quest && { ...quest, ...row, is_own: proposed_by_id === userId }
}

const questIn = (catalog: Catalog, id: string) => {
  const quest = catalog.quest(id)
  if (!quest) return undefined
  const { title, summary, pillars, estimated_hours, total_xp, tasks_total } = quest
  const weeks = quest.weeks.map((week) => week.title)
  return { quest_id: id, title, summary, pillars, estimated_hours, total_xp, tasks_total, weeks }
}

/** Hash of a plan's content: equal plans have equal versions. */
export const versionOf = ({
  entries,
  breaks,
}: {
  entries: readonly Pick<StoredEntry, 'quest_id' | 'target_date' | 'note'>[]
  breaks: readonly PlanBreak[]
}): string => {
  const said = [
    entries.map(({ quest_id, target_date, note }) => [quest_id, target_date, note]),
    breaks.map(({ from, to, label }) => [from, to, label]),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
}
