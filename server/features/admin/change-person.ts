import type * as z from 'zod/mini'

import type { PersonChange } from '#contract/people'
import { findActiveAgreement } from '#features/academy'
import { endCaseload } from '#features/advising'
import { askWhoDecides } from '#features/consent'
import { rejectOwnFamily } from '#features/family'
import { changeRole, recordLicence } from '#features/people'
import { rejectLastAdmin } from '#features/privacy'
import { setTier } from '#features/subscription'
import type { Db } from '#platform/database'
import { type Audit, conflict, forbidden, notFound, type Parts } from '#platform/http'
import { isAdult } from '#rules/age'
import { isStaff } from '#rules/membership'

import { correctBirthday } from './correct-birthday.ts'
import { liftSuspension, suspend, withdrawInvitationsBy } from './suspension.ts'

type By = { adminId: string; address: string; audit: Audit }
type Change = z.output<typeof PersonChange>

/**
 * Applies an admin's changes to a person, in the caller's transaction.
 * @throws conflict with a sentence if the change would lock people out of the site or the admin may not make it
 */
export const changePerson = async (
  parts: Parts,
  db: Db,
  { adminId, address, audit }: By,
  id: string,
  change: Change,
): Promise<void> => {
  const { role, status, subscription_tier, licence_expires_on, date_of_birth, reason } = change
  const person = await lockPerson(db, id)
  await refuseFormerAdmin(db, adminId)
  if (status !== undefined || date_of_birth !== undefined) await rejectOwnFamily(db, adminId, id)
  const today = parts.clock().toISOString().slice(0, 10)

  if (role !== undefined && role !== person.role) {
    refuseRole(person, role, today)
    if (person.role === 'admin') await rejectLastAdmin(db, id)
    const declares = role !== 'student' && person.date_of_birth === null
    await changeRole(db, id, { role, ...(declares ? { declared_adult: true } : {}) })
    if (person.role === 'admin') await withdrawInvitationsBy(db, id)
    if (!isStaff(role)) await endCaseload(db, id, { userId: adminId, now: parts.clock() })
    const declared = declares ? { declared_adult: true } : {}
    await audit(db, 'role_changed', { from: person.role, to: role, reason, ...declared }, id)
  }
  // Also of a person whom the roster has suspended: only an admin lifts it then.
  if (status === 'suspended') {
    if (id === adminId) throw conflict('You cannot suspend yourself.')
    if (person.status === 'pending_consent') throw conflict(NOT_ACTIVE)
    if (person.role === 'admin') await rejectLastAdmin(db, id)
    await suspend(parts, db, id)
    await audit(db, 'person_suspended', { reason }, id)
  }
  if (status === 'active' && person.status === 'suspended') {
    if (await liftSuspension(db, id, parts.clock())) await askWhoDecides(parts, db, id)
    await audit(db, 'suspension_lifted', { reason }, id)
  }
  // Follows the status: a child whose suspension is lifted in the same call waits for a guardian as well.
  if (date_of_birth !== undefined && date_of_birth !== person.date_of_birth) {
    await correctBirthday(parts, db, await lockPerson(db, id), date_of_birth)
    await audit(db, 'birthday_corrected', { reason }, id)
  }
  if (subscription_tier !== undefined) {
    if (
      subscription_tier !== null &&
      subscription_tier !== 'enterprise' &&
      (await findActiveAgreement(db, id))
    ) {
      throw conflict('This learner’s academy agreement is in force. End that first.')
    }
    await setTier(db, {
      userId: id,
      source: 'admin',
      tier: subscription_tier,
      actorId: adminId,
      address,
      ...(reason === undefined ? {} : { reason }),
    })
  }
  if (licence_expires_on !== undefined && licence_expires_on !== person.licence_expires_on) {
    await recordLicence(db, id, licence_expires_on)
    const change = { from: person.licence_expires_on, to: licence_expires_on }
    await audit(db, 'licence_recorded', change, id)
  }
}

const NOT_ACTIVE = 'This account is waiting for a guardian’s consent, so nobody can use it yet.'

const lockPerson = async (db: Db, id: string) => {
  const person = await db
    .selectFrom('accounts')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'role',
      'status',
      'date_of_birth',
      'declared_adult',
      'email_verified_at',
      'licence_expires_on',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw notFound()
  return person
}

type Person = Awaited<ReturnType<typeof lockPerson>>

/** Two admins may revoke each other's role at the same moment: the second is no longer an admin. */
const refuseFormerAdmin = async (db: Db, adminId: string) => {
  const admin = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', adminId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!admin) throw forbidden()
}

const refuseRole = (person: Person, role: string, today: string) => {
  if (role === 'student') return
  if (person.date_of_birth !== null && !isAdult(person.date_of_birth, today)) {
    throw conflict('Only an adult can have this role.')
  }
  if (person.email === null) {
    throw conflict('Only learners can do without an email address. Add one first.')
  }
  if (isStaff(role) && person.email_verified_at === null) {
    throw conflict('Only someone with a confirmed email address can be a member of staff.')
  }
}
