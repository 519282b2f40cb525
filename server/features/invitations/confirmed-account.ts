import type { Role } from '#contract/endpoint'
import { findAccountByEmail } from '#features/auth'
import { createAccount } from '#features/people'
import { eraseAccount } from '#features/privacy'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'
import { isAdult } from '#rules/age'

/**
 * Makes an adult's account whose address needs no confirmation any more, and returns its id. An account that somebody opened
 * under that address without ever confirming it gives way: nothing could be done with it yet.
 * @throws 409 when the address has a confirmed account, or one of a minor, who does not grow up by an invitation
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
    // Invitations to these roles are for adults; the form asks for no date of birth.
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
