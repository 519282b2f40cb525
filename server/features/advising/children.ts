import type * as z from 'zod/mini'

import type { CreatedChild, NewChild } from '#contract/caseload'
import { NO_PASSWORD } from '#features/auth'
import { askAgainFor } from '#features/consent'
import { askGuardian } from '#features/family'
import { createAccount, requireHarmlessName } from '#features/people'
import type { Db } from '#platform/database'
import { type Audit, type Caller, invalid, notFound, type Parts } from '#platform/http'
import { isChild } from '#rules/age'
import { mailboxOf } from '#rules/text/mailbox'

import { assignLearner } from './assign.ts'

type By = { caller: Caller; audit: Audit }

/**
 * Creates the account of a child under 13 without an email address, and asks the guardian for consent. The account stays closed
 * until then, and is erased like any other that nobody consents to. A child created by an advisor is in their care. `db` is a
 * transaction.
 */
export const createChild = async (
  parts: Parts,
  db: Db,
  { caller, audit }: By,
  { parent_email, ...child }: z.output<typeof NewChild>,
): Promise<z.output<typeof CreatedChild>> => {
  const now = parts.clock()
  const at = now.toISOString()
  requireHarmlessName(child)
  if (!isChild(child.date_of_birth, at.slice(0, 10))) {
    const message = 'From 13 on, learners register themselves, or the school’s register lists them.'
    throw invalid(message, { date_of_birth: message })
  }
  await refuseOwnAddress(db, caller, parent_email)
  const created = await createAccount(db, {
    ...child,
    email: null,
    password_hash: NO_PASSWORD,
    role: 'student',
    status: 'pending_consent',
    parent_email,
    consent_wait_from: at,
    legal_version: '',
    created_at: at,
  })
  const { id, sign_in_name } = await db
    .selectFrom('accounts')
    .select(['id', 'sign_in_name'])
    .where('id', '=', created?.id ?? null)
    .$narrowType<{ sign_in_name: string }>()
    .executeTakeFirstOrThrow()
  if (caller.role !== 'admin') {
    await assignLearner(db, { advisorId: caller.userId, learnerId: id, since: now })
  }
  await askGuardian(parts, db, id, parent_email)
  await audit(db, 'child_created', {}, id)
  return { id, sign_in_name }
}

/** Asks another guardian of a waiting child, for example after a typo. @throws notFound for a child in somebody else's care */
export const askChildsGuardian = async (
  parts: Parts,
  { caller, audit }: By,
  childId: string,
  parent_email: string,
): Promise<void> => {
  const child = await parts.db
    .selectFrom('accounts')
    .leftJoin('caseload', 'caseload.learner_id', 'accounts.id')
    .select(['accounts.id', 'accounts.email', 'caseload.advisor_id'])
    .where('accounts.id', '=', childId)
    .where('accounts.status', '=', 'pending_consent')
    .executeTakeFirst()
  // Children with an address ask themselves, unless a guardian without a say is in the way.
  const isOwn = child?.email === null && child.advisor_id === caller.userId
  if (!child || (caller.role !== 'admin' && !isOwn)) throw notFound()
  await refuseOwnAddress(parts.db, caller, parent_email)
  await askAgainFor(parts, childId, parent_email, { isByStaff: true })
  await audit(parts.db, 'guardian_asked', {}, childId)
}

/** Staff cannot consent in place of a guardian. */
const refuseOwnAddress = async (db: Db, { userId }: Caller, parent_email: string) => {
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (email !== null && mailboxOf(email) === mailboxOf(parent_email)) {
    const message = 'Please enter the address of a parent or guardian, not your own'
    throw invalid(message, { parent_email: message })
  }
}
