import { paths } from '#contract/paths'
import { findAdvisor, mayNow } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'

type By = { userId: string; now: Date }

const NEW = 'A quest has been proposed for your plan'

/** Notifies the learner, and the advisor in charge of the plan, of another person's proposal. */
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
  const advisor = await findAdvisor(db, learnerId)
  if (!advisor || advisor.id === userId) return
  await notifyPerson(
    db,
    {
      ...about,
      personId: advisor.id,
      title: `“${title}” has been proposed for ${advisor.learner_name}’s plan`,
      path: paths.plan(learnerId),
      aboutId: learnerId,
    },
    now,
  )
}

/** Notifies a learner of quests that an advisor has given to their group. */
export const notifyGiven = (
  db: Db,
  learnerId: string,
  titles: readonly string[],
  now: Date,
): Promise<void> =>
  notifyPerson(
    db,
    {
      personId: learnerId,
      category: 'plan',
      topic: `plan ${learnerId}`,
      title:
        titles.length === 1
          ? `New in your plan: “${titles[0]}”`
          : `New in your plan: ${titles.length} quests`,
      path: paths.plan(),
    },
    now,
  )

/** Notifies the person who proposed a quest of its decision, unless they may no longer see the plan. */
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
  if (!(await mayNow(db, proposedBy, { learnerId, action: 'readPlan' }, now))) return
  const isOwn = proposedBy === learnerId
  await notifyPerson(
    db,
    {
      personId: proposedBy,
      category: 'plan',
      title:
        decision === 'accepted'
          ? 'Your proposed quest has been added to the plan'
          : 'Your proposed quest was declined, with a reason',
      path: paths.plan(isOwn ? undefined : learnerId),
      ...(isOwn ? {} : { aboutId: learnerId }),
    },
    now,
  )
}
