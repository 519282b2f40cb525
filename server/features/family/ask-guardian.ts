import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { issueMailedToken } from '#platform/mail'

import { consentEmail } from './emails.ts'

type Child = {
  id: string
  first_name: string
  /** Null for a child whose account the school created. */
  email: string | null
  parent_email: string
  /** Null for a child whom a school's roster lists. */
  consent_wait_from: string | null
}

/** Emails the consent link to a child's guardian. */
export const askGuardian = async (parts: Parts, db: Db, child: Child): Promise<void> => {
  const { id, first_name, parent_email: email, consent_wait_from } = child
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
}
