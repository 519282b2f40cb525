import type { Proof } from '#contract/second-factor'
import { findCredentials, isPassword, verifyPassword } from '#features/auth'
import { emailRecipient, hasAddress } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { type Caller, DomainError, invalid, type Parts } from '#platform/http'
import type { Limit } from '#platform/limits'
import { hashOf } from '#platform/one-time-token'

import { recoveryCodeUsedEmail, triesUsedUpEmail } from './emails.ts'
import { findOwner } from './queries.ts'
import { countRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts'
import { consumeTotp } from './totp.ts'

const MESSAGE = 'Too many wrong codes. Please wait a few minutes and try again.'
// Three of a million codes are valid at a time. Knowing the password allows 50 attempts a day: a chance of 1 in 6,700.
const TRIES: Limit = { name: 'factor', points: 10, seconds: 900, message: MESSAGE }
const TRIES_A_DAY: Limit = { ...TRIES, name: 'factor-day', points: 50, seconds: 86_400 }
// Counted separately, so that an attacker's guesses at sign-in do not block the signed-in owner from changing their factors.
const PROOFS: Limit = { ...TRIES, name: 'proof' }
const PROOFS_A_DAY: Limit = { ...TRIES_A_DAY, name: 'proof-day' }
const LETTERS_A_DAY: Limit = { ...TRIES, name: 'factor-letter', points: 1, seconds: 86_400 }

const FRESH_MS = 10 * 60_000

/** Key of a person with their current password: a new password excludes the attacker and resets the count. */
const triesOf = async (db: Db, userId: string): Promise<string> => {
  const account = await findCredentials(db, userId)
  return `${userId} ${hashOf(account?.password_hash ?? '')
    .toString('base64url')
    .slice(0, 8)}`
}

/** Counts an attempt. At the limit, the owner gets an email: another person may know the password. */
export const countTry = async (parts: Parts, userId: string): Promise<void> => {
  const tries = await triesOf(parts.db, userId)
  try {
    await parts.limits.take(TRIES, tries)
    await parts.limits.take(TRIES_A_DAY, tries)
  } catch (refusal) {
    if (refusal instanceof DomainError) await tellOwner(parts, userId)
    throw refusal
  }
}

export const clearTries = async (parts: Parts, userId: string): Promise<void> =>
  parts.limits.forget(TRIES, await triesOf(parts.db, userId))

/** Counts an attempt by a signed-in person. */
export const countProof = async ({ limits }: Parts, userId: string): Promise<void> => {
  await limits.take(PROOFS, userId)
  await limits.take(PROOFS_A_DAY, userId)
}

const tellOwner = async (parts: Parts, userId: string) => {
  const isFirst = await parts.limits.take(LETTERS_A_DAY, userId).then(
    () => true,
    () => false,
  )
  const owner = isFirst && (await findOwner(parts.db, userId))
  if (owner && hasAddress(owner)) {
    await parts.mail.send(parts.db, triesUsedUpEmail(await emailRecipient(parts, owner)))
  }
}

/** Returns true and consumes the code if it is from the person's app or one of their recovery codes. `db` is a transaction. */
export const consumeCode = async (
  parts: Parts,
  db: Db,
  userId: string,
  code: string,
): Promise<boolean> => {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return consumeTotp(parts, db, userId, digits)
  if (!(await consumeRecoveryCode(db, userId, code, parts.clock()))) return false
  const line = { actorId: userId, subjectId: userId, address: null }
  await recordAudit(db, { ...line, action: 'recovery_code_used' })
  const owner = await findOwner(db, userId)
  const left = await countRecoveryCodes(db, userId)
  if (owner && hasAddress(owner)) {
    await parts.mail.send(
      db,
      recoveryCodeUsedEmail(await emailRecipient({ ...parts, db }, owner), left),
    )
  }
  return true
}

/**
 * Requires fresh proof of identity before a change of sign-in methods. For people who sign in through the school and have no
 * password, a recent sign-in is sufficient.
 * @throws 400 by field, 429
 */
export const requireProof = async (
  parts: Parts,
  caller: Caller,
  { password, code }: Proof,
): Promise<void> => {
  await countProof(parts, caller.userId)
  if (code !== undefined) {
    const isRight = await transaction(parts.db, (db) => consumeCode(parts, db, caller.userId, code))
    if (!isRight) throw wrong('code', 'This code is incorrect.')
  } else await requirePassword(parts, caller, password)
  await parts.limits.forget(PROOFS, caller.userId)
  await parts.limits.forget(PROOFS_A_DAY, caller.userId)
}

const requirePassword = async (parts: Parts, caller: Caller, password = '') => {
  const account = await findCredentials(parts.db, caller.userId)
  if (!isPassword(account?.password_hash)) {
    if (await isFresh(parts, caller)) return
    throw invalid('Please sign in again first. You’ll then have ten minutes to do this.')
  }
  if (!(await verifyPassword(password, account?.password_hash, caller.userId))) {
    throw wrong('password', 'The password is incorrect.')
  }
}

const wrong = (field: keyof Proof, message: string) => invalid(message, { [field]: message })

const isFresh = async ({ db, clock }: Parts, caller: Caller) => {
  const since = new Date(clock().getTime() - FRESH_MS).toISOString()
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', caller.sessionId)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return session !== undefined
}
