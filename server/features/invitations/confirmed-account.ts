import { sql } from 'kysely'

import type { Role } from '#contract/endpoint'
import { findAccountByEmail } from '#features/auth'
import { createAccount } from '#features/people'
import { eraseAccount, usedAccounts } from '#features/privacy'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { conflict } from '#platform/http'
import { isAdult } from '#rules/age'

/**
 * Creates an adult's account with a confirmed address and returns its id. Replaces an account under that address that was never
 * confirmed: it could not be used yet.
 * @throws 409 if the address has a confirmed account, a suspended one, one in use that waits for a new address to be confirmed, or a
 * minor's account, which an invitation cannot turn into an adult's
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
      throw conflict('The account with this address belongs to a minor. Please write to us.')
    }
    if (existing.status === 'suspended') throw taken()
    if (await isInUse(db, existing.id)) {
      throw conflict(
        'You have an account with this address. Please sign in to confirm the address, or choose a new password.',
      )
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
  if (!created) throw taken()
  return created.id
}

const TAKEN = 'An account with this email already exists.'
const taken = () => conflict(TAKEN, { email: TAKEN })

/**
 * True for an account in use of a roster, also of somebody whom it lists no more: it has changed the address, which waits for
 * confirmation again (decisions/0088).
 */
const isInUse = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select id from accounts
    where id = ${id}
      and (school_email is not null or exists (select from roster_people where user_id = ${id}))
      and id in (select id from ${usedAccounts(sql`select ${id}::uuid as user_id`)} as used)`.execute(
    db,
  )
  return rows.length > 0
}
