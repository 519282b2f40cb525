import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import { consentEmail } from './emails.ts'
import { findLimit } from './grants.ts'
import { listLinkedAddresses } from './guardians.ts'
import { findOnRoster } from './roster.ts'

/**
 * Emails the consent link to a waiting child's guardian.
 * @returns false for an address that may not decide any more, by an admin's override: nobody is emailed
 */
export const askGuardian = async (
  parts: Parts,
  db: Db,
  childId: string,
  email: string,
): Promise<boolean> => {
  if (!(await findLimit(db, childId, email)).scopes.includes('consent')) return false
  const child = await db
    .selectFrom('accounts')
    .select(['first_name', 'email', 'consent_wait_from', 'deletion_due_at'])
    .where('id', '=', childId)
    .executeTakeFirstOrThrow()
  const listed = await findOnRoster(db, childId)
  const linked = await listLinkedAddresses(db, childId)
  const token = await issueMailedToken(db, { userId: childId, email }, 'consent', parts.clock())
  const to = await emailRecipient({ ...parts, db }, { email, first_name: child.first_name })
  const days = parts.config.CONSENT_DAYS
  const isNamedByRoster =
    listed !== undefined &&
    (listed.guardianEmail === email || linked.some((guardian) => guardian.email === email))
  const letter = consentEmail(to, child.first_name, token, {
    // Without an address: a teacher has created the account.
    isFromSchool: isNamedByRoster || child.email === null,
    canAskAgain: child.email !== null,
    days,
    due:
      child.deletion_due_at ??
      (child.consent_wait_from === null ? null : daysAfter(child.consent_wait_from, days)),
  })
  await parts.mail.send(db, { ...letter, about: childId })
  return true
}

const daysAfter = (time: string, days: number) =>
  new Date(Date.parse(time) + days * 24 * 3_600_000).toISOString()
