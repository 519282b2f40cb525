import type * as z from 'zod/mini'

import { PAIRING_DAYS, type PairingCode } from '#contract/guardians'
import type { Db } from '#platform/database'
import { forbidden, invalid, type Parts } from '#platform/http'
import { hashOf, newCode } from '#platform/one-time-token'
import type { GuardianScope } from '#rules/access'
import { mailboxOf } from '#rules/text/mailbox'
import { groupRecordCode, readRecordCode } from '#rules/text/record-code'

import { canGrant, requireGrantable } from './grants.ts'
import { rejectGuardian, rejectWhenFull, requireHarmlessRelation } from './guardian-invitations.ts'
import { linkGuardian } from './links.ts'
import { lockPerson } from './lock-person.ts'
import { notifyOfNewGuardian } from './new-guardian.ts'

/** 40 bits, at ten attempts per person and day. */
const LETTERS = 8

/**
 * Creates a code that links the adult who enters it with a learner; it replaces the creator's previous one.
 * @throws forbidden for scopes that the creator does not have
 */
export const createPairingCode = async (
  db: Db,
  {
    learnerId,
    madeBy,
    scopes,
    now,
  }: { learnerId: string; madeBy: string; scopes: GuardianScope[]; now: Date },
) => {
  await lockPerson(db, learnerId)
  await requireGrantable(db, { giverId: madeBy, learnerId }, scopes, now)
  const code = newCode(LETTERS)
  const expires_at = new Date(now.getTime() + PAIRING_DAYS * 24 * 3_600_000).toISOString()
  const stored = { hash: hashOf(code), scopes, created_at: now.toISOString(), expires_at }
  await db
    .insertInto('pairing_codes')
    .values({ ...stored, learner_id: learnerId, made_by: madeBy })
    .onConflict((conflict) => conflict.columns(['learner_id', 'made_by']).doUpdateSet(stored))
    .execute()
  return { code: groupRecordCode(code), expires_at }
}

/** Deletes a person's unused codes on a password change: an intruder may have copied one, and no list shows them. */
export const withdrawCodesBy = async (db: Db, makerId: string): Promise<void> => {
  await db.deleteFrom('pairing_codes').where('made_by', '=', makerId).execute()
}

/** Deletes expired codes, and invitations for guardians that expired before `invited`. */
export const deleteOldOffers = async (
  db: Db,
  { codes, invited }: { codes: string; invited: string },
): Promise<void> => {
  await db.deleteFrom('pairing_codes').where('expires_at', '<', codes).execute()
  await db.deleteFrom('guardian_invitations').where('expires_at', '<', invited).execute()
}

/** Deletes a person's unused invitations and codes for guardians. */
export const withdrawOffersBy = async (db: Db, giverId: string): Promise<void> => {
  await db.deleteFrom('guardian_invitations').where('invited_by', '=', giverId).execute()
  await withdrawCodesBy(db, giverId)
}

/**
 * Redeems a code, which links the caller with its learner. Returns the learner's id.
 * @throws invalid alike for unknown, used and expired codes, and for a relation that is a message; forbidden for a minor's account
 */
export const redeemPairingCode = async (
  parts: Parts,
  db: Db,
  userId: string,
  { code, relation = '' }: z.output<typeof PairingCode>,
): Promise<string> => {
  requireHarmlessRelation(relation)
  const now = parts.clock()
  const person = await db
    .selectFrom('adult_accounts')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) throw forbidden('Only an adult can look after a learner.', 'not_an_adult')
  const pairing = await takeCode(db, { code, userId, now })
  if (!pairing) {
    const unknown = 'This code is incorrect, has been used or is more than seven days old.'
    throw invalid(unknown, { code: unknown })
  }
  const { learner_id: learnerId } = pairing
  const learner = await lockPerson(db, learnerId)
  if (learner.email !== null && mailboxOf(learner.email) === mailboxOf(person.email)) {
    throw forbidden('This is the learner’s own address.', 'own_address')
  }
  await rejectGuardian(db, learnerId, person.email)
  await rejectWhenFull(db, learnerId, person.email, now)
  const name = `${person.first_name} ${person.last_name}`
  await linkGuardian(db, {
    learnerId,
    email: person.email,
    name,
    relation,
    scopes: pairing.scopes,
    origin: 'code',
    now,
  })
  await notifyOfNewGuardian(parts, db, learnerId, { name, email: person.email })
  return learnerId
}

/** Consumes a code under the learner's lock, unless its creator no longer has the scopes it grants. */
const takeCode = async (
  db: Db,
  { code, userId, now }: { code: string; userId: string; now: Date },
) => {
  const hash = hashOf(readRecordCode(code, LETTERS) ?? '')
  const named = await db
    .selectFrom('pairing_codes')
    .select('learner_id')
    .where('hash', '=', hash)
    .where('learner_id', '<>', userId)
    .executeTakeFirst()
  if (!named) return undefined
  const { status } = await lockPerson(db, named.learner_id)
  if (status !== 'active') return undefined
  const pairing = await db
    .deleteFrom('pairing_codes')
    .where('hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning(['learner_id', 'made_by', 'scopes'])
    .$narrowType<{ scopes: GuardianScope[] }>()
    .executeTakeFirst()
  if (!pairing) return undefined
  const { learner_id: learnerId, made_by: giverId, scopes } = pairing
  return (await canGrant(db, { giverId, learnerId }, scopes, now)) ? pairing : undefined
}
