import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import { recordAudit } from '#platform/audit'
import { type DB, type Db, transaction } from '#platform/database'
import { discardJobs } from '#platform/jobs'

/** A condition on the account, asked by the statement that erases: it may have been taken back, or opened, just now. */
export type IsDue = (users: ExpressionBuilder<DB, 'users'>) => Expression<SqlBool>

/**
 * Erases a person: the account with all that hangs on it, what names them elsewhere, and the details of the log, which
 * keeps ids alone. Their files have no owner afterwards; the sweep removes the bytes. See personal-data.ts.
 *
 * @param isDue without which the account stays
 * @returns whether it was erased
 */
export const eraseAccount = (db: Db, userId: string, isDue?: IsDue): Promise<boolean> =>
  transaction(db, async (db) => {
    const erased = await db
      .deleteFrom('users')
      .where('id', '=', userId)
      .$if(isDue !== undefined, (query) => query.where(isDue!))
      .returning(['email', 'email_verified_at'])
      .executeTakeFirst()
    if (!erased) return false
    await db.deleteFrom('idempotency_keys').where('scope', '=', userId).execute()
    await db.deleteFrom('mailbox').where('recipient', '=', erased.email).execute()
    const { email } = erased
    // An address that was never confirmed may be somebody else's, and so the invitation sent to it.
    if (erased.email_verified_at) {
      await db.deleteFrom('invitations').where('email', '=', email).execute()
      await db.deleteFrom('consultations').where('email', '=', email).execute()
    }
    await discardJobs(db, [{ to: email }, { email }, { about: userId }, { about: [userId] }])
    await db
      .updateTable('audit_log')
      .set({ address: null, detail: '{}' })
      .where((where) =>
        where.or([where('subject_id', '=', userId), where('actor_id', '=', userId)]),
      )
      .execute()
    await recordAudit(db, { subjectId: userId, action: 'account_erased', address: null })
    return true
  })
