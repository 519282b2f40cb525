import type * as z from 'zod/mini'

import type { GivenPlan, GroupPlan } from '#contract/groups'
import { lockLearners } from '#features/learners'
import { giveQuests } from '#features/plan'
import type { Db } from '#platform/database'

import { findGroup, type GroupRef } from './groups.ts'

type Giving = {
  group: GroupRef
  /** The learners for whom the notes were screened. */
  learnerIds: readonly string[]
  entries: z.output<typeof GroupPlan>['entries']
}

/**
 * Puts quests into the plans of those of these learners who are in the group now. `db` is a transaction. The learners are locked
 * and then read in it, with the condition under which rules/access permits `editPlan` to their advisor.
 * @returns the result, and the ids of the learners whose plans have changed
 * @throws notFound unless it is the advisor's group; invalid for a quest that is not published for everyone
 */
export const giveToGroup = async (
  db: Db,
  { group, learnerIds, entries }: Giving,
  now: Date,
): Promise<{ result: GivenPlan; givenTo: string[] }> => {
  if (learnerIds.length > 0) await lockLearners(db, learnerIds)
  const current = await findGroup(db, group)
  const learners = current.learners.filter(({ id }) => learnerIds.includes(id))
  const giving = { learnerIds: learners.map(({ id }) => id), entries }
  const { givenTo, notGiven } = await giveQuests(db, giving, { userId: group.advisorId, now })
  const byId = new Map(learners.map((learner) => [learner.id, learner]))
  return {
    givenTo,
    result: {
      learner_count: givenTo.length,
      not_given: notGiven.flatMap(({ learnerId, questId, reason }) => {
        const learner = byId.get(learnerId)
        return learner ? [{ learner, quest_id: questId, reason }] : []
      }),
    },
  }
}
