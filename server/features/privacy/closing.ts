import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { type Closing, DELETION_DAYS } from '#contract/privacy'
import { endSessions, findCredentials, verifyPassword } from '#features/auth'
import { type AccountCondition, beginClosing, cancelClosing, listAccounts } from '#features/people'
import { hasOpenHeldBackReport } from '#features/safety'
import { emailRecipient } from '#features/site'
import { isPaying } from '#features/subscription'
import { type Db, transaction } from '#platform/database'
import { type Audit, type Caller, conflict, invalid, notFound, type Parts } from '#platform/http'
import { CONSENT_AGE } from '#rules/age'

import { closingEmail } from './closing-email.ts'
import { eraseAccount } from './erase.ts'

/**
 * Closes the caller's account: from now on it can only be looked at by its owner and taken back, and after 30 days it is
 * erased. Every other session ends.
 */
export const closeAccount = async (
  parts: Parts,
  { caller, audit }: { caller: Caller; audit: Audit },
  given: z.output<typeof Closing>,
): Promise<void> => {
  const account = await findCredentials(parts.db, caller.userId)
  if (!account) throw notFound()
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
    if (caller.role === 'admin') await rejectLastAdmin(db, caller.userId)
    if (await isPaying(db, caller.userId)) {
      throw conflict('You pay for a plan: end it first, under "Your subscription".')
    }
    // Suspended or stopped while the password was checked: a closed account its owner could take back.
    if (!(await beginClosing(db, caller.userId, due))) {
      throw conflict('This account cannot be used at the moment.')
    }
    await endSessions(db, caller.userId, { except: caller.sessionId }, now)
    await parts.mail.send(db, closingEmail(await emailRecipient({ ...parts, db }, account), due))
    await audit(db, 'account_closed')
  })
  parts.callers.forget(caller.userId)
}

/**
 * Locks the admins, so that two of them cannot leave at the same moment.
 * @throws conflict where nobody else is left
 */
export const rejectLastAdmin = async (db: Db, userId: string) => {
  const admins = await db
    .selectFrom('accounts')
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
export const restoreAccount = async (parts: Parts, userId: string, audit: Audit): Promise<void> => {
  await transaction(parts.db, async (db) => {
    if (await cancelClosing(db, userId)) await audit(db, 'account_restored')
  })
  parts.callers.forget(userId)
}

/** Erases every account whose 30 days are over, whoever has closed or stopped it, once no held-back report is open. Returns how many. */
export const eraseDue = ({ db, clock }: Parts): Promise<number> =>
  eraseWhere(db, ({ and, eb }) =>
    and([
      eb('status', 'in', ['closing', 'pending_consent']),
      eb('deletion_due_at', '<=', clock().toISOString()),
    ]),
  )

/** Deletes accounts of children whose guardian has not agreed in time, and who have not grown out of asking meanwhile. */
export const eraseUnconsented = ({ db, clock, config }: Parts): Promise<number> => {
  const now = clock()
  const before = new Date(now.getTime() - config.CONSENT_DAYS * 24 * 3_600_000).toISOString()
  return eraseWhere(db, ({ and, eb }) =>
    and([
      eb('status', '=', 'pending_consent'),
      // One that was stopped has a day of its own.
      eb('deletion_due_at', 'is', null),
      eb('created_at', '<', before),
      eb(
        'date_of_birth',
        '>',
        sql<string>`${now.toISOString()}::date - make_interval(years => ${sql.lit(CONSENT_AGE)})`,
      ),
    ]),
  )
}

const eraseWhere = async (db: Db, condition: AccountCondition): Promise<number> => {
  const isDue: AccountCondition = (users) =>
    users.and([condition(users), users.not(hasOpenHeldBackReport(users.ref('users.id')))])
  let erased = 0
  for (const { id } of await listAccounts(db, isDue))
    if (await eraseAccount(db, id, isDue)) erased += 1
  return erased
}
