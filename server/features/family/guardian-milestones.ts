import type { ChildMilestone } from '#contract/guardians'
import type { Db } from '#platform/database'

import { milestoneOf } from './milestones.ts'

/**
 * Unread birthdays that changed a guardian's access or decisions. Includes links ended by the birthday itself, but not links
 * ended by a person.
 */
export const listChildMilestones = async (
  db: Db,
  guardianId: string,
  now: Date,
): Promise<ChildMilestone[]> => {
  const links = await db
    .selectFrom('adult_accounts as guardian')
    .innerJoin('guardian_links as link', 'link.guardian_email', 'guardian.email')
    .innerJoin('accounts as learner', 'learner.id', 'link.learner_id')
    .leftJoin('standing_links as standing', 'standing.id', 'link.id')
    .select(({ eb }) => [
      'link.id',
      'link.since',
      'link.milestone_seen',
      'learner.id as learner_id',
      'learner.first_name',
      'learner.date_of_birth as born',
      eb('standing.id', 'is not', null).as('goes_on'),
    ])
    .where('guardian.id', '=', guardianId)
    .where('link.ended_at', 'is', null)
    .where('learner.role', '=', 'student')
    .where('learner.status', '=', 'active')
    .whereRef('learner.id', '<>', 'guardian.id')
    .orderBy('learner.first_name')
    .execute()
  return links.flatMap(({ born, since, milestone_seen, goes_on, ...child }) => {
    const age = born === null ? null : milestoneOf(born, { since, now })
    if (age === null || age <= (milestone_seen ?? 0)) return []
    return [{ ...child, age, goes_on: goes_on === true }]
  })
}

/** Marks a birthday's changes as read by a guardian. An id of another guardian's link has no effect. */
export const readChildMilestone = async (
  db: Db,
  guardianId: string,
  linkId: string,
  now: Date,
): Promise<void> => {
  const milestones = await listChildMilestones(db, guardianId, now)
  const read = milestones.find(({ id }) => id === linkId)
  if (!read) return
  await db
    .updateTable('guardian_links')
    .set({ milestone_seen: read.age })
    .where('id', '=', read.id)
    .execute()
}
