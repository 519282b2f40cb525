import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import { consentEmail } from './emails.ts'

/** Emails the consent link to a child's guardian. */
export const askGuardian = async (
  parts: Parts,
  db: Db,
  child: { id: string; first_name: string; parent_email: string },
): Promise<void> => {
  const { id, first_name, parent_email: email } = child
  const token = await issueMailedToken(db, { userId: id, email }, 'consent', parts.clock())
  const to = await emailRecipient({ ...parts, db }, { email, first_name })
  const letter = consentEmail(to, first_name, token, parts.config.CONSENT_DAYS)
  await parts.mail.send(db, { ...letter, about: id })
}
