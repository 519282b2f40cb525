import { sql } from 'kysely'
import type * as z from 'zod/mini'

import { STOPPED_DAYS } from '#contract/consent'
import { paths } from '#contract/paths'
import { type Closing, DELETION_DAYS } from '#contract/privacy'
import { endSessions, findCredentials, verifyPassword } from '#features/auth'
import { hasOpenPersonReport } from '#features/connections'
import { awaitGuardian, statusAfter } from '#features/consent'
import { answeredChildren, findConsentStates, rejectLastToDecideOf } from '#features/family'
import { notifyPerson } from '#features/notifications'
import { type AccountCondition, startClosing, cancelClosing, listAccounts } from '#features/people'
import { hasOpenWithheldReport } from '#features/safety'
import { emailRecipient, hasAddress } from '#features/site'
import { hasRunningPayment, isPaying, listPayers } from '#features/subscription'
import { type Db, transaction, yearsBefore } from '#platform/database'
import { type Audit, type Caller, conflict, invalid, notFound, type Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { CONSENT_AGE } from '#rules/age'

import { closingEmail } from './closing-email.ts'
import { eraseAccount } from './erase.ts'

/**
 * Closes the caller's account: it becomes read-only for its owner, can be restored, and is erased after 30 days. All other
 * sessions end.
 */
export const closeAccount = async (
  parts: Parts,
  { caller, audit }: { caller: Caller; audit: Audit },
  given: z.output<typeof Closing>,
): Promise<void> => {
  const account = await findCredentials(parts.db, caller.userId)
  if (!account) throw notFound()
  const fields = {
    ...(given.confirmation === account.login
      ? {}
      : {
          confirmation:
            account.email === null
              ? 'This is not the sign-in name of your account.'
              : 'This is not the email address of your account.',
        }),
    ...((await verifyPassword(given.password, account.password_hash, caller.userId))
      ? {}
      : { password: 'The password is incorrect.' }),
  }
  const [message] = Object.values(fields)
  if (message) throw invalid(message, fields)

  const now = parts.clock()
  const due = new Date(now.getTime() + DELETION_DAYS * 24 * 3_600_000).toISOString()
  await transaction(parts.db, async (db) => {
    if (caller.role === 'admin') await rejectLastAdmin(db, caller.userId)
    await rejectLastToDecideOf(db, caller.userId, now)
    if (await isPaying(db, caller.userId)) {
      throw conflict('You have a paid plan: cancel it first, under "Your subscription".')
    }
    // Suspended or stopped while the password was being checked: the owner could restore a closed account.
    if (!(await startClosing(db, caller.userId, due))) {
      throw conflict('This account cannot be used at the moment.')
    }
    await endSessions(db, caller.userId, { except: caller.sessionId }, now)
    if (hasAddress(account)) {
      await parts.mail.send(db, closingEmail(await emailRecipient({ ...parts, db }, account), due))
    }
    await audit(db, 'account_closed')
  })
  parts.callers.forget(caller.userId)
}

/**
 * Locks the admins, so that two of them cannot leave at the same moment.
 * @throws conflict if no other admin is left
 */
export const rejectLastAdmin = async (db: Db, userId: string) => {
  const admins = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (admins.every(({ id }) => id === userId)) {
    throw conflict('You’re the only admin. Make someone else an admin first.')
  }
}

/**
 * Restores a closed account. Idempotent; other statuses do not change. A child for whom nobody consents any more, as after a
 * corrected birthday, waits for a guardian.
 */
export const restoreAccount = async (parts: Parts, userId: string, audit: Audit): Promise<void> => {
  await transaction(parts.db, async (db) => {
    if (!(await cancelClosing(db, userId))) return
    await audit(db, 'account_restored')
    const today = parts.clock().toISOString().slice(0, 10)
    const status = await statusAfter(db, userId, await findConsentStates(db, userId), today)
    if (status === 'pending_consent') await awaitGuardian(parts, db, userId)
  })
  parts.callers.forget(userId)
}

/**
 * Erases every closed or stopped account whose 30 days are over, unless a report that its family does not see is open, or a checkout
 * was paid after the account was closed. Returns how many.
 */
export const eraseDue = (parts: Parts): Promise<number> =>
  eraseWhere(parts, ({ and, eb }) =>
    and([
      eb('status', 'in', ['closing', 'pending_consent']),
      eb('deletion_due_at', '<=', parts.clock().toISOString()),
    ]),
  )

/**
 * Erases accounts of children whose guardian did not consent in time, unless they have reached the age of consent. A child whom a
 * roster lists has no such time (decisions/0084); one for whom a guardian has once consented has the time that follows a withdrawal.
 */
export const eraseUnconsented = (parts: Parts): Promise<number> => {
  const now = parts.clock()
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
  const before = ago(parts.config.CONSENT_DAYS)
  const isSilent: AccountCondition = ({ and, or, eb }) =>
    and([
      or([
        eb('consent_wait_from', '<', ago(STOPPED_DAYS)),
        sql<boolean>`id not in ${answeredChildren}`,
      ]),
      eb('status', '=', 'pending_consent'),
      // Stopped accounts have their own date of deletion.
      eb('deletion_due_at', 'is', null),
      eb('consent_wait_from', '<', before),
      eb('date_of_birth', '>', yearsBefore(now.toISOString().slice(0, 10), CONSENT_AGE)),
    ])
  return eraseWhere(parts, isSilent, { isLapsed: true })
}

const eraseWhere = async (
  parts: Pick<Parts, 'db' | 'clock'>,
  condition: AccountCondition,
  how: { isLapsed?: boolean } = {},
): Promise<number> => {
  const isDue: AccountCondition = (users) =>
    users.and([
      condition(users),
      users.not(hasOpenWithheldReport(users.ref('users.id'))),
      users.not(hasOpenPersonReport(users.ref('users.id'))),
      users.not(hasRunningPayment(users.ref('users.id'))),
    ])
  let erased = 0
  await despiteFailures(await listAccounts(parts.db, isDue), 'accounts', async ({ id }) => {
    if (await eraseAndTellPayers(parts, id, isDue, how)) erased += 1
  })
  return erased
}

/** A payment does not end with the account that it is for. */
const eraseAndTellPayers = (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  userId: string,
  isDue: AccountCondition,
  how: { isLapsed?: boolean },
): Promise<boolean> =>
  transaction(db, async (db) => {
    const payers = await listPayers(db, userId)
    const erased = await eraseAccount(db, userId, isDue, how)
    if (erased)
      for (const personId of payers) await notifyPerson(db, { ...PAID, personId }, clock())
    return erased
  })

const PAID = {
  category: 'family',
  title: 'An account that you pay for has been erased. The payment goes on until you cancel it',
  path: paths.subscription,
} as const
