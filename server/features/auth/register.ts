import type { Registration, User } from '#contract/auth'
import { askGuardian, listLearnersOfAddress } from '#features/family'
import { createAccount, requireHarmlessName, storeDetails } from '#features/people'
import { requireHarmless } from '#features/safety'
import { emailRecipient, findSettings, LEGAL_VERSION } from '#features/site'
import { DomainError, type Parts, type RunOnce } from '#platform/http'
import { issueMailedToken } from '#platform/mail'
import { isAdult, needsConsent } from '#rules/age'

import { verificationEmail } from './emails.ts'
import { rejectGuessablePassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { findUser } from './queries.ts'

/**
 * Creates an account and requests the address confirmation and, under 13, a guardian's consent; until consent, phone and address
 * are not stored. Returns null if the address already has an account.
 */
export const register = async (
  parts: Parts,
  once: RunOnce,
  form: Registration,
  network: string,
): Promise<User | null> => {
  rejectGuessablePassword(form.password, (await findSettings(parts)).site_name)
  requireHarmlessName(form)
  const password_hash = await hashPassword(form.password, network)
  const now = parts.clock()
  const today = now.toISOString().slice(0, 10)
  const isChild = needsConsent(form.date_of_birth, today)
  const guardianEmail = form.parent_email?.trim().toLowerCase() ?? ''

  const user = await once(async (db) => {
    const created = await createAccount(db, {
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password_hash,
      // Only adults may choose another role.
      role: isAdult(form.date_of_birth, today) ? form.account_type : 'student',
      status: isChild ? 'pending_consent' : 'active',
      date_of_birth: form.date_of_birth,
      parent_email: isChild ? guardianEmail : null,
      consent_wait_from: isChild ? now.toISOString() : null,
      legal_version: LEGAL_VERSION,
      legal_accepted_at: now.toISOString(),
      created_at: now.toISOString(),
      ...(isChild ? {} : aboutPerson(form)),
    })
    if (!created) return null
    const user = (await findUser(db, created.id)) as User
    const { id: userId } = user
    const { email } = form
    const token = await issueMailedToken(db, { userId, email }, 'verify_email', now)
    const to = await emailRecipient({ ...parts, db }, { ...user, email })
    const isGuardians = (await listLearnersOfAddress(db, email)).length > 0
    await parts.mail.send(db, verificationEmail(to, token, isGuardians))
    if (isChild) await askGuardian(parts, db, userId, guardianEmail)
    return user
  })
  if (user && !isChild) await storeInterests(parts, user.id, form.interests)
  return user
}

/**
 * Advisors read interests, and guardians in an export: words that ask for help are reported instead of stored, as in a profile.
 * The account exists by now, so that somebody can be told whose they are.
 */
const storeInterests = async (parts: Parts, userId: string, interests: string | undefined) => {
  if (!interests) return
  try {
    await requireHarmless(parts, { authorId: userId, readerIds: [], text: interests })
  } catch (error) {
    if (error instanceof DomainError) return
    throw error
  }
  await storeDetails(parts.db, userId, { interests })
}

/** Personal data that a child's account does not contain before a guardian consents. */
const aboutPerson = (form: Registration) => ({
  phone_number: form.phone_number || null,
  address_line1: form.address_line1 || null,
  address_line2: form.address_line2 || null,
  city: form.city || null,
  state: form.state || null,
  postal_code: form.postal_code || null,
  country: form.country || null,
})
