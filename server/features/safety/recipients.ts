import { listGuardianAddresses, listLinkedAddresses } from '#features/family'
import { isAtWork } from '#features/learners'
import type { Db } from '#platform/database'
import { isStaff, ROLES } from '#rules/membership'
import type { Present, Reached } from '#rules/safety'

export type Recipient = { id: string; email: string; first_name: string }

const STAFF = ROLES.filter(isStaff)

/** Who is told of a report at each step: those who are there at this moment. Nobody twice, and no guardian as staff. */
export const findRecipients = async (
  db: Db,
  learnerId: string,
): Promise<Record<Reached, Recipient[]>> => {
  const guardians = await listGuardianAddresses(db, learnerId, 'tutor')
  const [advisor, safeguarding, admins] = await Promise.all([
    db
      .selectFrom('caseload')
      .innerJoin('users as advisor', 'advisor.id', 'caseload.advisor_id')
      .select(['advisor.id', 'advisor.email', 'advisor.first_name'])
      .where('caseload.learner_id', '=', learnerId)
      .where(isAtWork)
      .execute(),
    db
      .selectFrom('users')
      .select(['id', 'email', 'first_name'])
      .where('safeguarding', '=', true)
      .where('role', 'in', STAFF)
      .where('status', '=', 'active')
      .execute(),
    db
      .selectFrom('users')
      .select(['id', 'email', 'first_name'])
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute(),
  ])
  const kin = new Set((await listLinkedAddresses(db, learnerId)).map(({ email }) => email))
  const notKin = (people: Recipient[]) => people.filter(({ email }) => !kin.has(email))
  return {
    guardians,
    advisor: notKin(advisor),
    safeguarding: notKin(safeguarding),
    // They are told of a number only, and somebody has to be.
    admins,
  }
}

export const presentAmong = (recipients: Record<Reached, Recipient[]>): Present => ({
  guardians: recipients.guardians.length > 0,
  advisor: recipients.advisor.length > 0,
  safeguarding: recipients.safeguarding.length > 0,
})
