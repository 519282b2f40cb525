import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type * as z from 'zod/mini'

import { MAX_PLANNED, type NewPlanEntry } from '#contract/plan'
import { catalogVersion, findCatalog } from '#features/catalog'
import { lockLearners } from '#features/learners'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { addWorkDays } from '#rules/plan'

import { notifyGiven } from './notify.ts'
import { appendEntries } from './queries.ts'

/** A quest that a learner was not given: already planned, already completed, or the plan is full. */
export type NotGiven = {
  learnerId: string
  questId: string
  reason: 'planned' | 'completed' | 'full'
}

type Giving = { learnerIds: readonly string[]; entries: readonly z.output<typeof NewPlanEntry>[] }

/**
 * Appends quests to the plans of many learners, who may move their days; a day within a learner's time off moves after it. Giving
 * the same again adds nothing. `db` is a transaction, and the caller may edit these plans.
 * @returns the learners who received something, and what was not given
 * @throws invalid for a quest that is not published for everyone
 */
export const giveQuests = async (
  db: Db,
  { learnerIds, entries }: Giving,
  { userId, now }: { userId: string; now: Date },
): Promise<{ givenTo: string[]; notGiven: NotGiven[] }> => {
  if (learnerIds.length === 0) return { givenTo: [], notGiven: [] }
  await lockLearners(db, learnerIds)
  const plans = await listPlans(db, learnerIds)
  const catalog = await findCatalog(db, plans[0]?.catalog_version ?? '')
  entries.forEach(({ quest_id }, index) => {
    if (catalog.quest(quest_id)?.status === 'published') return
    const message = 'This quest is not available to everyone.'
    throw invalid(message, { [`entries.${index}.quest_id`]: message })
  })
  const notGiven: NotGiven[] = []
  const added = plans.flatMap((plan) => {
    const reasonFor = (questId: string, room: number): NotGiven['reason'] | undefined => {
      if (plan.planned.includes(questId)) return 'planned'
      if (plan.completed.includes(questId)) return 'completed'
      return room > 0 ? undefined : 'full'
    }
    let position = plan.next_position
    let room = MAX_PLANNED - plan.planned.length
    return entries.flatMap(({ quest_id, target_date, note }) => {
      const reason = reasonFor(quest_id, room)
      if (reason) {
        notGiven.push({ learnerId: plan.id, questId: quest_id, reason })
        return []
      }
      room -= 1
      position += 1
      return {
        learner_id: plan.id,
        quest_id,
        position: position - 1,
        target_date: target_date && addWorkDays(target_date, 0, plan.breaks),
        note,
        added_by: userId,
        added_at: now.toISOString(),
        movable: true,
      }
    })
  })
  await appendEntries(db, added)
  const givenTo = learnerIds.filter((id) => added.some(({ learner_id }) => learner_id === id))
  for (const id of givenTo) {
    const own = added.filter(({ learner_id }) => learner_id === id)
    const titles = own.map(({ quest_id }) => catalog.quest(quest_id)?.title ?? '')
    await notifyGiven(db, id, titles, now)
  }
  return { givenTo, notGiven }
}

/** The parts of many plans that decide what can be added, in one statement. */
const listPlans = async (db: Db, learnerIds: readonly string[]) => {
  const rows = await db
    .selectFrom('accounts as learner')
    .select((select) => [
      'learner.id',
      catalogVersion.as('catalog_version'),
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .select(['quest_id', 'position'])
          .whereRef('planned_quests.learner_id', '=', 'learner.id'),
      ).as('planned'),
      jsonArrayFrom(
        select
          .selectFrom('enrollments')
          .select('quest_id')
          .whereRef('enrollments.learner_id', '=', 'learner.id')
          .where('enrollments.state', '=', 'completed'),
      ).as('completed'),
      jsonArrayFrom(
        select
          .selectFrom('plan_breaks')
          .select(['begins as from', 'ends as to'])
          .whereRef('plan_breaks.learner_id', '=', 'learner.id'),
      ).as('breaks'),
    ])
    .where('learner.id', 'in', [...learnerIds])
    .execute()
  return rows.map((row) => ({
    ...row,
    planned: row.planned.map(({ quest_id }) => quest_id),
    completed: row.completed.map(({ quest_id }) => quest_id),
    next_position: Math.max(-1, ...row.planned.map(({ position }) => position)) + 1,
  }))
}
