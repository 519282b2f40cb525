import { saveWishes } from '#features/plan'
import type { Db } from '#platform/database'

/**
 * Adds the quests that a family's teacher suggested after the consultation to the plan of the learner assigned to that teacher.
 * `db` is a transaction.
 */
export const startFirstPlan = async (
  db: Db,
  { learnerId, advisorId, now }: { learnerId: string; advisorId: string; now: Date },
): Promise<void> => {
  const suggested = await db
    .updateTable('consultations')
    .from('consultations as before')
    .set({ first_plan: [] })
    .whereRef('before.id', '=', 'consultations.id')
    .where('consultations.host_id', '=', advisorId)
    .where('consultations.state', '=', 'met')
    .where('consultations.email', 'in', (from) =>
      from
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', learnerId)
        .unionAll((union) =>
          union
            .selectFrom('guardian_links')
            .select('guardian_email as email')
            .where('learner_id', '=', learnerId)
            .where('ended_at', 'is', null),
        )
        // Entered by staff, for a child whose guardian is still to agree.
        .unionAll((union) =>
          union
            .selectFrom('accounts')
            .select('parent_email as email')
            .where('id', '=', learnerId)
            .where('email', 'is', null),
        ),
    )
    .returning('before.first_plan')
    .execute()
  const chosen = [...new Set(suggested.flatMap(({ first_plan }) => first_plan))]
  if (chosen.length === 0) return
  const by = { userId: advisorId, mayEdit: true, now }
  await saveWishes(db, learnerId, { chosen, shown: [] }, by)
}
