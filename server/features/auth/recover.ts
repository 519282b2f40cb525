import { withdrawCodesBy } from '#features/family'
import { acceptTerms, confirmAddress, storePasswordHash } from '#features/people'
import { emailRecipient, findSettings, LEGAL_VERSION } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { invalid, type Parts } from '#platform/http'
import {
  findMailedToken,
  issueMailedToken,
  markMailedTokenUsed,
  revokeMailedTokens,
} from '#platform/mail'

import { passwordChangedEmail, passwordResetEmail, verificationEmail } from './emails.ts'
import { rejectGuessablePassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, findAccountByEmail } from './queries.ts'
import { endSteps } from './steps.ts'

const STALE_LINK = 'This link has expired or was already used. Please ask for a new one.'

/** Confirms an address. Opening the link again is safe. */
export const verifyEmail = (parts: Parts, token: string): Promise<void> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const mailed = await findMailedToken(db, token, 'verify_email', now)
    if (!mailed) throw invalid(STALE_LINK)
    await confirmAddress(db, mailed.user_id, now, { email: mailed.email })
    await markMailedTokenUsed(db, mailed.hash, now)
    parts.callers.forget(mailed.user_id)
  })

/**
 * Sends the emails for "send it again" and "forgot password". Runs as a job, so that the response time does not reveal whether
 * the address is known.
 */
export const mailIfKnown = async (
  parts: Parts,
  request: { kind: 'verify_email' | 'reset_password'; email: string },
): Promise<void> => {
  const account = await findAccountByEmail(parts.db, request.email)
  if (!account || account.status === 'suspended') return
  if (request.kind === 'verify_email' && account.email_verified_at) return
  const to = await emailRecipient(parts, account)
  await transaction(parts.db, async (db) => {
    const owner = { userId: account.id, email: account.email }
    const token = await issueMailedToken(db, owner, request.kind, parts.clock())
    const letter = request.kind === 'verify_email' ? verificationEmail : passwordResetEmail
    await parts.mail.send(db, letter(to, token))
  })
}

/** Sets a new password by emailed link, ends every session, and confirms the address. */
export const resetPassword = async (
  parts: Parts,
  given: { token: string; password: string },
  network: string,
): Promise<void> => {
  const { site_name } = await findSettings(parts)
  rejectGuessablePassword(given.password, site_name)
  const password_hash = await hashPassword(given.password, network)
  const userId = await transaction(parts.db, async (db) => {
    const now = parts.clock()
    const mailed =
      (await findMailedToken(db, given.token, 'reset_password', now)) ??
      (await findMailedToken(db, given.token, 'choose_password', now))
    if (!mailed || mailed.used_at) throw invalid(STALE_LINK)
    await markMailedTokenUsed(db, mailed.hash, now)
    await confirmAddress(db, mailed.user_id, now)
    // Accounts created by a roster accept the terms here: the page names them.
    await acceptTerms(db, mailed.user_id, { version: LEGAL_VERSION, now, isFirst: true })
    await storePassword(parts, db, mailed.user_id, password_hash)
    return mailed.user_id
  })
  parts.callers.forget(userId)
}

/**
 * Stores a new password. Ends everything the old password opened: other sessions, pending reset links, and guardian invitation
 * codes. Emails the owner and writes the audit log.
 */
export const storePassword = async (
  parts: Parts,
  db: Db,
  userId: string,
  password_hash: string,
  exceptSession?: string,
): Promise<void> => {
  await storePasswordHash(db, userId, password_hash)
  await endSessions(db, userId, { except: exceptSession }, parts.clock())
  await revokeMailedTokens(db, userId, 'reset_password')
  await revokeMailedTokens(db, userId, 'choose_password')
  await endSteps(db, userId)
  await withdrawCodesBy(db, userId)
  const account = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await parts.mail.send(db, passwordChangedEmail(await emailRecipient({ ...parts, db }, account)))
  await recordAudit(db, {
    actorId: userId,
    subjectId: userId,
    action: 'password_changed',
    address: null,
  })
}
