import { paths } from '#contract/paths'
import { isAtWork } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'

type By = { userId: string; now: Date }

const NEW = 'A quest is proposed for your plan'

/** Tells the learner, and the advisor who makes the plan, what somebody else proposes for it. */
export const notifyProposed = async (
  db: Db,
  { learnerId, title }: { learnerId: string; title: string },
  { userId, now }: By,
): Promise<void> => {
  const about = { category: 'plan', topic: `plan ${learnerId}` } as const
  if (userId !== learnerId) {
    await notifyPerson(
      db,
      { ...about, personId: learnerId, title: `${NEW}: “${title}”`, path: paths.plan() },
      now,
    )
  }
  const advisor = await db
    .selectFrom('caseload')
    .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
    .innerJoin('accounts as learner', 'learner.id', 'caseload.learner_id')
    .select(['advisor.id', 'learner.first_name'])
    .where('caseload.learner_id', '=', learnerId)
    .where('advisor.id', '<>', userId)
    .where(isAtWork)
    .executeTakeFirst()
  if (!advisor) return
  await notifyPerson(
    db,
    {
      ...about,
      personId: advisor.id,
      title: `For ${advisor.first_name}’s plan “${title}” is proposed`,
      path: paths.plan(learnerId),
      aboutId: learnerId,
    },
    now,
  )
}

/** Tells whoever proposed a quest what came of it. */
export const notifyDecided = async (
  db: Db,
  proposal: {
    learnerId: string
    proposedBy: string | null
    decision: 'accepted' | 'declined'
  },
  { userId, now }: By,
): Promise<void> => {
  const { learnerId, proposedBy, decision } = proposal
  if (proposedBy === null || proposedBy === userId) return
  const isOwn = proposedBy === learnerId
  await notifyPerson(
    db,
    {
      personId: proposedBy,
      category: 'plan',
      title:
        decision === 'accepted'
          ? 'What you proposed is in the plan now'
          : 'What you proposed for the plan was declined, with a reason',
      path: paths.plan(isOwn ? undefined : learnerId),
      ...(isOwn ? {} : { aboutId: learnerId }),
    },
    now,
  )
}
