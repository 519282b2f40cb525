import type { WaitingConsent } from '#contract/consent'
import {
  askGuardian,
  findConsentStates,
  findOnRoster,
  listLinkedAddresses,
  lockPerson,
} from '#features/family'
import { nameGuardian, awaitConsentOnRoster } from '#features/people'
import { type Db, transaction } from '#platform/database'
import { conflict, invalid, type Parts } from '#platform/http'
import { revokeMailedTokens } from '#platform/mail'
import { mailboxOf } from '#rules/text/mailbox'

import { daysAfter } from './queries.ts'
import { stopAccount } from './record-consent.ts'
import { deletePendingConsents } from './request.ts'

/** True if a guardian has answered, who may have left since: a child does not choose another in their place. */
const isAnswered = async (db: Db, childId: string): Promise<boolean> =>
  (await findConsentStates(db, childId)).answersAbout('use').length > 0

const NOT_WAITING = 'This account is not waiting for consent.'

/** Pending consent in the waiting child's view. */
export const showWaiting = async (
  { db, config }: Pick<Parts, 'db' | 'config'>,
  childId: string,
): Promise<WaitingConsent> => {
  const child = await db
    .selectFrom('accounts')
    .select(['parent_email', 'consent_wait_from', 'deletion_due_at'])
    .where('id', '=', childId)
    .where('status', '=', 'pending_consent')
    .executeTakeFirst()
  if (!child) throw conflict(NOT_WAITING)
  const [linked, isAnsweredFor, asked, withdrawn] = await Promise.all([
    listLinkedAddresses(db, childId),
    isAnswered(db, childId),
    db
      .selectFrom('mailed_tokens')
      .select('created_at')
      .where('user_id', '=', childId)
      .where('purpose', '=', 'consent')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('consents')
      .select(['guardian_name', 'confirmed_at as at'])
      .where('child_id', '=', childId)
      .where('kind', '=', 'withdrawn')
      .where(({ eb, fn, val }) => eb(val('use'), '=', fn.any('scopes')))
      .orderBy('number', 'desc')
      .limit(1)
      .$narrowType<{ at: string }>()
      .executeTakeFirst(),
  ])
  const may_name_guardian = linked.length === 0 && !isAnsweredFor
  return {
    // A guardian may hold the child's device: it shows no address that another may have today.
    guardian_email: may_name_guardian ? child.parent_email : null,
    may_name_guardian,
    asked_at: asked?.created_at ?? null,
    withdrawn: child.deletion_due_at ? (withdrawn ?? null) : null,
    deletion_due_at:
      child.deletion_due_at ??
      (child.consent_wait_from && daysAfter(child.consent_wait_from, config.CONSENT_DAYS)),
  }
}

/**
 * Asks a waiting child's guardian again.
 * @param otherEmail another address to ask instead, which invalidates links sent to the previous one
 */
export const askAgainFor = (
  parts: Parts,
  childId: string,
  otherEmail?: string,
  { isByStaff = false } = {},
): Promise<void> =>
  transaction(parts.db, async (db) => {
    const child = await lockPerson(db, childId)
    const email = otherEmail ?? (await whoDecides(db, child))
    if (child.status !== 'pending_consent') throw conflict(NOT_WAITING)
    if (otherEmail !== undefined) {
      const linked = await listLinkedAddresses(db, childId)
      const isGuarded = linked.some(({ scopes }) => !isByStaff || scopes.includes('consent'))
      if (isGuarded || (!isByStaff && (await isAnswered(db, childId)))) {
        throw conflict(
          isGuarded
            ? 'You already have a guardian, who can add another.'
            : 'A guardian has decided about this account before. Please write to us.',
        )
      }
      if (child.email !== null && mailboxOf(otherEmail) === mailboxOf(child.email)) {
        const own = 'Please enter a parent or guardian’s email address, not your own'
        throw invalid(own, { parent_email: own })
      }
      await revokeMailedTokens(db, childId, 'consent')
      await deletePendingConsents(db, childId)
      await nameGuardian(db, childId, otherEmail)
    }
    const isAsked = email && (await askGuardian(parts, db, childId, email))
    if (!isAsked) throw conflict('There is nobody to ask by email. Please write to us.')
  })

/**
 * Asks whoever decides about a waiting child. `db` is a transaction.
 * @returns false if nobody can be asked by email
 */
export const askWhoDecides = async (parts: Parts, db: Db, childId: string): Promise<boolean> => {
  const child = await lockPerson(db, childId)
  const email = await whoDecides(db, child)
  if (!email) return false
  if (!child.parent_email) await nameGuardian(db, childId, email)
  return askGuardian(parts, db, childId, email)
}

/**
 * Closes a child's account until a guardian consents. Unless a guardian has objected, whoever decides is asked, and a child whom a roster
 * lists waits without a date. `db` is a transaction.
 */
export const awaitGuardian = async (parts: Parts, db: Db, childId: string): Promise<void> => {
  await stopAccount(parts, db, childId)
  if ((await findConsentStates(db, childId)).isStopped) return
  if (await findOnRoster(db, childId)) await awaitConsentOnRoster(db, childId)
  await askWhoDecides(parts, db, childId)
}

/**
 * The address that was named may be of somebody who is no guardian any more. Of guardians without a say, none is asked by itself: a learner
 * who counted as older may have let anybody read along.
 */
const whoDecides = async (
  db: Db,
  { id, parent_email }: { id: string; parent_email: string | null },
): Promise<string | null> => {
  const linked = await listLinkedAddresses(db, id)
  const deciding = linked.filter(({ scopes }) => scopes.includes('consent'))
  if (deciding.length > 0) {
    const asked = deciding.find(({ email }) => email === parent_email)
    return (asked ?? deciding.find(({ isOpen }) => isOpen) ?? deciding[0]!).email
  }
  const named = linked.length > 0 ? null : parent_email
  // No guardian is asked about somebody whom a list gives as of age.
  return named ?? (await findOnRoster(db, id))?.guardianEmail ?? null
}
