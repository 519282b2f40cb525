import type { Role } from '#contract/endpoint'
import { findAccountByEmail } from '#features/auth'
import { createAccount } from '#features/people'
import { eraseAccount } from '#features/privacy'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'
import { isAdult } from '#rules/age'

/**
 * Creates an adult's account with a confirmed address and returns its id. Replaces an account under that address that was never
 * confirmed: it could not be used yet.
 * @throws 409 if the address has a confirmed account, or a minor's account, which an invitation cannot turn into an adult's
 */
export const createConfirmedAccount = async (
  db: Db,
  person: {
    email: string
    first_name: string
    last_name: string
    role: Role
    password_hash: string
  },
  now: Date,
): Promise<string> => {
  const at = now.toISOString()
  const existing = await findAccountByEmail(db, person.email)
  if (existing && !existing.email_verified_at) {
    if (existing.date_of_birth !== null && !isAdult(existing.date_of_birth, at.slice(0, 10))) {
      throw conflict('The account under this address is a minor’s. Please write to us.')
    }
    await eraseAccount(db, existing.id)
  }
  const created = await createAccount(db, {
    ...person,
    // Invitations to these roles are for adults; the form has no date of birth.
    declared_adult: person.role !== 'student',
    legal_version: LEGAL_VERSION,
    legal_accepted_at: at,
    email_verified_at: at,
    created_at: at,
  })
  if (!created) {
    const taken = 'An account with this email already exists.'
    throw conflict(taken, { email: taken })
  }
  return created.id
}
