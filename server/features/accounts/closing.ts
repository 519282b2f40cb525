import type * as z from 'zod/mini'

import { DELETION_DAYS } from '#contract/profile'
import type { Closing } from '#contract/profile'
import { recordAudit } from '#platform/audit'
import type { AuditAction } from '#platform/audit'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, invalid } from '#platform/http'
import type { Caller, Parts } from '#platform/http'
import { discardJobs } from '#platform/jobs'

import { closingLetter } from './letters.ts'
import { verifyPassword } from './passwords.ts'
import { endSessions } from './queries.ts'
import { addressee } from './recover.ts'

/**
 * Closes the caller's account: from now on it can only be looked at by its owner and taken back, and after 30 days it is
 * erased. Every other session ends.
 */
export const closeAccount = async (
  parts: Parts,
  caller: Caller,
  given: z.output<typeof Closing>,
): Promise<void> => {
  const account = await parts.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'password_hash'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const fields = {
    ...(given.confirmation === account.email
      ? {}
      : { confirmation: 'This is not the email address of your account.' }),
    ...((await verifyPassword(given.password, account.password_hash, caller.userId))
      ? {}
      : { password: 'The password is not right.' }),
  }
  const [message] = Object.values(fields)
  if (message) throw invalid(message, fields)

  const now = parts.clock()
  const due = new Date(now.getTime() + DELETION_DAYS * 24 * 3_600_000).toISOString()
  await transaction(parts.db, async (db) => {
    if (caller.role === 'admin') await refuseLastAdmin(db, caller.userId)
    await db
      .updateTable('users')
      .set({ status: 'closing', deletion_due_at: due })
      .where('id', '=', caller.userId)
      .execute()
    await endSessions(db, caller.userId, { except: caller.sessionId }, now)
    await parts.mail.send(db, closingLetter(await addressee({ ...parts, db }, account), due))
    await audit(db, caller.userId, 'account_closed')
  })
  parts.callers.forget(caller.userId)
}

/** Locks the admins, so that two of them cannot leave at the same moment. */
const refuseLastAdmin = async (db: Db, userId: string) => {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.every(({ id }) => id === userId)) {
    throw conflict('You are the only admin. Make somebody else an admin first.')
  }
}

/** Takes a closed account back. Doing it twice is fine; other states do not change. */
export const restoreAccount = async (parts: Parts, userId: string): Promise<void> => {
  await transaction(parts.db, async (db) => {
    const restored = await db
      .updateTable('users')
      .set({ status: 'active', deletion_due_at: null })
      .where('id', '=', userId)
      .where('status', '=', 'closing')
      .returning('id')
      .executeTakeFirst()
    if (restored) await audit(db, userId, 'account_restored')
  })
  parts.callers.forget(userId)
}

const audit = (db: Db, userId: string, action: AuditAction) =>
  recordAudit(db, { actorId: userId, subjectId: userId, action, address: null })

/**
 * Erases a person: the account with all that hangs on it, what names them elsewhere, and the details of the log, which
 * keeps ids alone. Their files have no owner afterwards; the sweep removes the bytes. See personal-data.ts.
 */
export const eraseAccount = (db: Db, userId: string): Promise<void> =>
  transaction(db, async (db) => {
    const erased = await db
      .deleteFrom('users')
      .where('id', '=', userId)
      .returning(['email', 'email_verified_at'])
      .executeTakeFirst()
    if (!erased) return
    await db.deleteFrom('idempotency_keys').where('scope', '=', userId).execute()
    await db.deleteFrom('mailbox').where('recipient', '=', erased.email).execute()
    const { email } = erased
    // An address that was never confirmed may be somebody else's, and so the invitation sent to it.
    if (erased.email_verified_at) {
      await db.deleteFrom('invitations').where('email', '=', email).execute()
    }
    await discardJobs(db, [{ to: email }, { email }, { about: userId }])
    await db
      .updateTable('audit_log')
      .set({ address: null, detail: '{}' })
      .where((where) =>
        where.or([where('subject_id', '=', userId), where('actor_id', '=', userId)]),
      )
      .execute()
    await recordAudit(db, { subjectId: userId, action: 'account_erased', address: null })
  })

/** Erases every account whose 30 days are over. Answers how many. */
export const eraseDue = async ({ db, clock }: Parts): Promise<number> => {
  const due = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'closing')
    .where('deletion_due_at', '<=', clock().toISOString())
    .execute()
  for (const { id } of due) await eraseAccount(db, id)
  return due.length
}
