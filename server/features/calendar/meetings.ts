import { paths } from '#contract/paths'
import { isActiveStaff } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { recordAudit } from '#platform/audit'
import type { Db } from '#platform/database'

const TITLES = {
  meeting_arranged: (name: string) => `${name} has added a meeting to your calendar`,
  meeting_changed: (name: string) => `${name} has changed a meeting with you`,
  meeting_removed: (name: string) => `${name} has cancelled a meeting with you`,
} as const

type Meeting = {
  id: string
  ownerId: string
  /** Null for a private event, which notifies nobody. */
  learnerId: string | null
  address: string
  now: Date
}

/** Records a meeting's change in the audit log and notifies the learner. */
export const notifyOfMeeting = async (
  db: Db,
  action: keyof typeof TITLES,
  { id, ownerId, learnerId, address, now }: Meeting,
): Promise<void> => {
  if (learnerId === null) return
  const detail = { event: id }
  await recordAudit(db, { actorId: ownerId, subjectId: learnerId, action, address, detail })
  const owner = await db
    .selectFrom('accounts as advisor')
    .select(['first_name', 'last_name'])
    .where('advisor.id', '=', ownerId)
    // An advisor who no longer has the learner is no longer in the learner's calendar.
    .where(isActiveStaff)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('caseload')
          .select('learner_id')
          .where('learner_id', '=', learnerId)
          .where('advisor_id', '=', ownerId),
      ),
    )
    .executeTakeFirst()
  if (!owner) return
  await notifyPerson(
    db,
    {
      personId: learnerId,
      category: 'calendar',
      title: TITLES[action](`${owner.first_name} ${owner.last_name}`),
      path: paths.calendar,
      aboutId: ownerId,
      topic: `meeting ${id}`,
    },
    now,
  )
}
