import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import { consentEmail } from './emails.ts'
import { findLimit } from './grants.ts'

type Child = {
  id: string
  first_name: string
  /** Null for a child whose account the school created. */
  email: string | null
  parent_email: string
  /** Null for a child whom a school's roster lists. */
  consent_wait_from: string | null
}

/**
 * Emails the consent link to a child's guardian.
 * @returns false for an address that may not decide any more, by an admin's override: nobody is emailed
 */
export const askGuardian = async (parts: Parts, db: Db, child: Child): Promise<boolean> => {
  const { id, first_name, parent_email: email, consent_wait_from } = child
  if (!(await findLimit(db, id, email)).scopes.includes('consent')) return false
  const token = await issueMailedToken(db, { userId: id, email }, 'consent', parts.clock())
  const to = await emailRecipient({ ...parts, db }, { email, first_name })
  const days = parts.config.CONSENT_DAYS
  const letter = consentEmail(to, first_name, token, {
    days,
    isFromSchool: consent_wait_from === null || child.email === null,
    isListed: consent_wait_from === null,
    canAskAgain: child.email !== null,
  })
  await parts.mail.send(db, { ...letter, about: id })
  return true
}
