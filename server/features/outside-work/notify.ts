import { paths } from '#contract/paths'
import { findAdvisor, mayNow } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'

export const notifyLearner = (db: Db, learnerId: string, title: string, now: Date): Promise<void> =>
  notifyPerson(
    db,
    {
      personId: learnerId,
      category: 'achievements',
      title,
      path: paths.outsideWork,
      topic: 'outside work',
    },
    now,
  )

/** Notifies the advisor of a learner. */
export const notifyAdvisor = async (
  db: Db,
  learnerId: string,
  title: string,
  now: Date,
): Promise<void> => {
  const advisor = await findAdvisor(db, learnerId)
  if (advisor) await notifyStaff(db, advisor.id, learnerId, title, now)
}

/** Notifies whoever asked the witness, if they still may credit the work, else the advisor. */
export const notifyAsker = async (
  db: Db,
  { asked_by, learner_id }: { asked_by: string | null; learner_id: string },
  title: string,
  now: Date,
): Promise<void> => {
  const may = { learnerId: learner_id, action: 'recordCredit' } as const
  if (asked_by !== null && (await mayNow(db, asked_by, may, now))) {
    await notifyStaff(db, asked_by, learner_id, title, now)
  } else await notifyAdvisor(db, learner_id, title, now)
}

const notifyStaff = (db: Db, personId: string, learnerId: string, title: string, now: Date) =>
  notifyPerson(
    db,
    {
      personId,
      category: 'plan',
      title,
      path: `${paths.advisedLearner(learnerId)}?view=record`,
      aboutId: learnerId,
      topic: `outside work ${learnerId}`,
    },
    now,
  )
