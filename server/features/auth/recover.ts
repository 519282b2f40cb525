import { paths } from '#contract/paths'
import { listLearnersOfAddress, listLinkedAddresses, withdrawCodesBy } from '#features/family'
import { mayNow } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { acceptTerms, confirmAddress, storeAddress, storePasswordHash } from '#features/people'
import { emailRecipient, findSettings, hasAddress, LEGAL_VERSION } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { invalid, type Parts } from '#platform/http'
import {
  findMailedToken,
  issueMailedToken,
  markMailedTokenUsed,
  revokeMailedTokens,
  revokeTokensMadeBy,
} from '#platform/mail'
import { isMinor } from '#rules/age'

import {
  addressAddedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
} from './emails.ts'
import { rejectGuessablePassword } from './password-policy.ts'
import { hashPassword, NO_PASSWORD } from './passwords.ts'
import { endSessions, findAccountByEmail } from './queries.ts'
import { endSteps } from './steps.ts'

const STALE_LINK = 'This link has expired or was already used. Please ask for a new one.'

/** Confirms an address, or adds it to an account without one. Opening the link again is safe. */
export const verifyEmail = (parts: Parts, token: string): Promise<void> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const added = await findMailedToken(db, token, 'add_address', now)
    const mailed = added ?? (await findMailedToken(db, token, 'verify_email', now))
    if (!mailed) throw invalid(STALE_LINK)
    if (added && !added.used_at) {
      if (!(await isMakers(db, added, 'addAddress', now))) throw invalid(STALE_LINK)
      await addAddress(parts, db, added, now)
    }
    await confirmAddress(db, mailed.user_id, now, { email: mailed.email })
    await markMailedTokenUsed(db, mailed.hash, now)
    parts.callers.forget(mailed.user_id)
  })

type MadeLink = { user_id: string; made_by: string | null }

/** True if the person who handed over a link, or entered its address, may still do so. */
const isMakers = async (
  db: Db,
  { user_id, made_by }: MadeLink,
  action: 'addAddress' | 'manageSignIn',
  now: Date,
): Promise<boolean> =>
  made_by !== null && (await mayNow(db, made_by, { learnerId: user_id, action }, now))

/**
 * Adds an address, and tells the learner and the guardians of a minor, also the one from whose account it was entered: whoever reads
 * its mail can set a new password. Guardians who decide get an email, as they do for a sign-in card.
 */
const addAddress = async (
  parts: Parts,
  db: Db,
  { user_id: userId, email }: MadeLink & { email: string },
  now: Date,
) => {
  if (!(await storeAddress(db, userId, email))) throw invalid(STALE_LINK)
  await revokeMailedTokens(db, userId, 'choose_password')
  await recordAudit(db, { subjectId: userId, action: 'address_added', address: null })
  const own = {
    personId: userId,
    category: 'family',
    title: 'Your account now has an email address',
  } as const
  await notifyPerson(db, { ...own, path: paths.profile }, now)
  const learner = await db
    .selectFrom('users')
    .select(['first_name', 'date_of_birth', 'declared_adult'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!isMinor(learner, now.toISOString().slice(0, 10))) return
  const { first_name } = learner
  const title = `${first_name}’s account now has an email address`
  for (const guardian of await listLinkedAddresses(db, userId)) {
    const hasLetter = guardian.scopes.includes('consent')
    const isTold = hasLetter || guardian.scopes.includes('view')
    if (!guardian.isOpen || !isTold) continue
    if (hasLetter) {
      const to = await emailRecipient({ ...parts, db }, guardian)
      await parts.mail.send(db, addressAddedEmail(to, { id: userId, first_name }))
    }
    if (guardian.id === null) continue
    const notice = { personId: guardian.id, category: 'family', title, aboutId: userId } as const
    await notifyPerson(db, { ...notice, path: paths.child(userId), hasLetter }, now)
  }
}

/**
 * Sends the emails for "send it again" and "forgot password". Runs as a job, so that the response time does not reveal whether
 * the address is known.
 */
export const sendRecoveryEmail = async (
  parts: Parts,
  request: { kind: 'verify_email' | 'reset_password'; email: string },
): Promise<void> => {
  const account = await findAccountByEmail(parts.db, request.email)
  if (!account || !hasAddress(account) || account.status === 'suspended') return
  if (request.kind === 'verify_email' && account.email_verified_at) return
  const to = await emailRecipient(parts, account)
  await transaction(parts.db, async (db) => {
    const owner = { userId: account.id, email: account.email }
    const token = await issueMailedToken(db, owner, request.kind, parts.clock())
    if (request.kind === 'reset_password') {
      await parts.mail.send(db, passwordResetEmail(to, token))
    } else {
      const isGuardians = (await listLearnersOfAddress(db, account.email)).length > 0
      await parts.mail.send(db, verificationEmail(to, token, isGuardians))
    }
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
    if (!(await isUsable(db, mailed, now))) throw invalid(STALE_LINK)
    await markMailedTokenUsed(db, mailed.hash, now)
    // A link that was handed over proves no address, which the account may have been given since.
    if (mailed.email !== null) await confirmAddress(db, mailed.user_id, now)
    // Accounts created by a roster accept the terms here: the page names them.
    await acceptTerms(db, mailed.user_id, { version: LEGAL_VERSION, now, isFirst: true })
    await storePassword(parts, db, mailed.user_id, password_hash)
    return mailed.user_id
  })
  parts.callers.forget(userId)
}

/** True if the account still has the address that a link was emailed to; for a link that was handed over, see `isMakers`. */
const isUsable = async (
  db: Db,
  mailed: MadeLink & { email: string | null },
  now: Date,
): Promise<boolean> => {
  if (mailed.email === null) return isMakers(db, mailed, 'manageSignIn', now)
  const owner = await findAccountByEmail(db, mailed.email)
  return owner?.id === mailed.user_id
}

/**
 * Stores a new password. Ends everything the old password opened: other sessions, pending reset links, and what a thief may have
 * made meanwhile that no list shows: codes for guardians, password links of learners, and links that add an address. Emails the
 * owner and writes the audit log.
 */
export const storePassword = async (
  parts: Parts,
  db: Db,
  userId: string,
  password_hash: string,
  exceptSession?: string,
): Promise<void> => {
  await replacePassword(parts, db, userId, password_hash, exceptSession)
  const account = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (hasAddress(account)) {
    const to = await emailRecipient({ ...parts, db }, account)
    await parts.mail.send(db, passwordChangedEmail(to))
  }
  await recordAudit(db, {
    actorId: userId,
    subjectId: userId,
    action: 'password_changed',
    address: null,
  })
}

const replacePassword = async (
  { clock }: Pick<Parts, 'clock'>,
  db: Db,
  userId: string,
  password_hash: string,
  exceptSession?: string,
) => {
  await storePasswordHash(db, userId, password_hash)
  await endSessions(db, userId, { except: exceptSession }, clock())
  await revokeMailedTokens(db, userId, 'reset_password')
  await revokeMailedTokens(db, userId, 'choose_password')
  await endSteps(db, userId)
  await withdrawCodesBy(db, userId)
  await revokeTokensMadeBy(db, userId)
}

/**
 * Removes a password that somebody else may have chosen, with everything that it opened. The account's owner chooses a new one
 * by email.
 */
export const withdrawPassword = async (
  parts: Pick<Parts, 'clock'>,
  db: Db,
  userId: string,
): Promise<void> => {
  await replacePassword(parts, db, userId, NO_PASSWORD)
  await recordAudit(db, { subjectId: userId, action: 'password_changed', address: null })
}
