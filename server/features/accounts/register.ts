import type { Registration, User } from '#contract/accounts'
import { findSettings } from '#features/site'
import type { Once, Parts } from '#platform/http'
import { needsConsent } from '#rules/age'

import { consentLetter, verificationLetter } from './letters.ts'
import { issueMailedToken } from './mailed-token.ts'
import { hashPassword } from './passwords.ts'
import { findUser } from './queries.ts'
import { LEGAL_VERSION, refuseGuessable } from './rules-of-house.ts'

/**
 * Creates the account and asks for what it still needs: the owner's confirmation of the address, and under 13 a
 * guardian's consent, until which neither phone nor address is kept. Returns null when the address has an account already.
 */
export const register = async (
  parts: Parts,
  once: Once,
  form: Registration,
  network: string,
): Promise<User | null> => {
  const { site_name: siteName } = await findSettings(parts)
  refuseGuessable(form.password, siteName)
  const password_hash = await hashPassword(form.password, network)
  const now = parts.clock()
  const isChild = needsConsent(form.date_of_birth, now.toISOString().slice(0, 10))
  const guardianEmail = form.parent_email?.trim().toLowerCase() ?? ''

  return once(async (db) => {
    const created = await db
      .insertInto('users')
      .values({
        first_name: form.first_name,
        last_name: form.last_name,
        email: form.email,
        password_hash,
        // Nobody under 13 follows a child of their own.
        role: isChild ? 'student' : form.account_type,
        status: isChild ? 'pending_consent' : 'active',
        date_of_birth: form.date_of_birth,
        parent_email: isChild ? guardianEmail : null,
        legal_version: LEGAL_VERSION,
        created_at: now.toISOString(),
        ...(isChild ? {} : aboutPerson(form)),
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return null
    const user = (await findUser(db, created.id)) as User
    const { publicUrl, CONSENT_DAYS } = parts.config
    const to = { email: form.email, firstName: form.first_name, siteName, publicUrl }
    const account = { userId: user.id, email: form.email }
    const token = await issueMailedToken(db, account, 'verify_email', now)
    await parts.mail.send(db, verificationLetter(to, token))
    if (isChild) {
      const guardian = { userId: user.id, email: guardianEmail }
      const consent = await issueMailedToken(db, guardian, 'consent', now)
      const letter = consentLetter(
        { ...to, email: guardianEmail },
        form.first_name,
        consent,
        CONSENT_DAYS,
      )
      await parts.mail.send(db, { ...letter, about: user.id })
    }
    return user
  })
}

/** What a child's account does not hold before a guardian has agreed. */
const aboutPerson = (form: Registration) => ({
  phone_number: form.phone_number || null,
  address_line1: form.address_line1 || null,
  address_line2: form.address_line2 || null,
  city: form.city || null,
  state: form.state || null,
  postal_code: form.postal_code || null,
  country: form.country || null,
  interests: form.interests || null,
})
