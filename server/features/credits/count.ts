import type { Catalog, CatalogQuest } from '#features/catalog'
import {
  amountOf,
  type CreditPart,
  creditParts,
  type CreditSource,
  creditStateOf,
} from '#rules/credits'
import type { Pillar } from '#rules/pillars'
import type { SubjectShares } from '#rules/subjects'

import type { Plan } from './plan.ts'
import type { CreditSnapshot, CreditEntryRow, SubmissionRow } from './queries.ts'

export type CountedAttempt = { state: SubmissionRow[1]; number: number; at?: string; id?: string }

type CountedTask = { id: string; title: string; pillar: Pillar; xp: number }

/** A portion of credit with its source. */
export type Counted = CreditSource &
  (
    | {
        quest: CatalogQuest
        task: CountedTask
        handIn: CountedAttempt | undefined
        entry?: undefined
      }
    | { entry: CreditEntryRow; task?: undefined }
  )

// The cache works by identity: a catalog's task objects are stable until the catalog changes.
const partsCache = new WeakMap<SubjectShares, { xp: number; parts: CreditPart[] }>()

const partsOfTask = ({ xp, subjects }: { xp: number; subjects: SubjectShares }): CreditPart[] => {
  const known = partsCache.get(subjects)
  if (known?.xp === xp) return known.parts
  const parts = creditParts(xp, subjects)
  partsCache.set(subjects, { xp, parts })
  return parts
}

/** Lists everything that earns, or could earn, a learner credit. */
export const countCredits = (standing: CreditSnapshot, catalog: Catalog, plan: Plan): Counted[] => {
  const counted: Counted[] = []
  const handIns = newestByTask(standing.hand_ins)
  const planned = new Set(standing.planned)
  const concerned = new Set([...Object.keys(standing.enrollments), ...standing.planned])
  for (const questId of concerned) {
    const [enrollment, version] = standing.enrollments[questId] ?? [null]
    const quest = catalog.quest(questId, version)
    if (!quest) continue
    const own = standing.own_tasks.filter(({ quest_id }) => quest_id === questId)
    const dropped = quest.dropped.filter(({ id }) => isStanding(handIns.get(id)))
    for (const task of [...quest.tasks, ...dropped, ...own]) {
      const handIn = handIns.get(task.id)
      const state = creditStateOf({
        enrollment,
        // Archived quests cannot be planned.
        planned: planned.has(questId) && quest.status === 'published',
        handedIn: handIn?.state ?? null,
      })
      if (!state) continue
      const subjects = standing.corrected[task.id] ?? task.subjects
      counted.push({ state, parts: partsOfTask({ xp: task.xp, subjects }), quest, task, handIn })
    }
  }
  for (const entry of standing.entries) counted.push(countEntry(entry, plan))
  return counted
}

/** Submitted work still counts if its task is not in the learner's version any more; such a task cannot be repeated. */
const isStanding = (handIn: CountedAttempt | undefined) =>
  handIn?.state === 'submitted' || handIn?.state === 'accepted'

const countEntry = (entry: CreditEntryRow, plan: Plan): Counted => ({
  state: 'earned',
  parts: [{ subject: entry.subject, amount: amountOf(entry.hundredths / 100, plan) }],
  entry,
})

const newestByTask = (rows: readonly SubmissionRow[]): Map<string, CountedAttempt> => {
  const newest = new Map<string, CountedAttempt>()
  for (const [taskId, state, number, at, id] of rows) {
    const before = newest.get(taskId)
    if (before && before.number > number) continue
    newest.set(taskId, { state, number, at, id })
  }
  return newest
}

/** Credit for all tasks of a quest that the learner still has to submit. */
export const openPartsOf = (quest: CatalogQuest, standing: CreditSnapshot): CreditPart[] => {
  const handIns = newestByTask(standing.hand_ins)
  return quest.tasks
    .filter(({ id }) => {
      const state = handIns.get(id)?.state
      return state === undefined || state === 'returned'
    })
    .flatMap(partsOfTask)
}
