import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import type * as z from 'zod/mini'

import { CONSENT_SCOPES } from '#contract/family'
import type { ConsentAnswer } from '#contract/family'
import { addressee, LEGAL_VERSION } from '#features/site'
import { recordAudit } from '#platform/audit'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import { forbidden, invalid, notFound, tooMany } from '#platform/http'
import type { Parts } from '#platform/http'
import { findMailedToken, markMailedTokenUsed } from '#platform/mail'

import { isAddressOfMinor } from './guardians.ts'
import { consentCodeLetter } from './letters.ts'
import { linkGuardian } from './links.ts'

const CODE_MINUTES = 60
const MAX_CODE_ATTEMPTS = 5
const GONE = 'This request has expired or was withdrawn. The child can send a new one.'
const OF_MINOR =
  'This address belongs to the account of someone under 18, so it cannot give consent. A parent or guardian needs an address of their own.'

const hashOf = (code: string, childId: string) =>
  createHash('sha256').update(`${childId}|${code}`).digest()

const findRequest = async (db: Db, token: string, now: Date) => {
  const mailed = await findMailedToken(db, token, 'consent', now)
  if (!mailed) throw notFound(GONE)
  const child = await db
    .selectFrom('users')
    .select(['id', 'first_name'])
    .where('id', '=', mailed.user_id)
    .executeTakeFirstOrThrow()
  const consent = await db
    .selectFrom('consents')
    .selectAll()
    .where('child_id', '=', child.id)
    .where('guardian_email', '=', mailed.email)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  // Told to whoever reads the mail of this address, and to nobody at registration.
  if (!consent?.confirmed_at && (await isAddressOfMinor(db, mailed.email)))
    throw forbidden(OF_MINOR)
  return { mailed, child, consent }
}

/** What the page behind the mailed link shows. */
export const showConsent = (parts: Parts, token: string) =>
  transaction(parts.db, async (db) => {
    const { mailed, child, consent } = await findRequest(db, token, parts.clock())
    const state = consent?.confirmed_at ? 'confirmed' : consent ? 'code_sent' : 'asked'
    return {
      child_first_name: child.first_name,
      guardian_email: mailed.email,
      scopes: [...CONSENT_SCOPES],
      policy_version: LEGAL_VERSION,
      state: state as 'asked' | 'code_sent' | 'confirmed',
      expires_at: mailed.expires_at,
    }
  })

/** Records the guardian's choice and mails a code; then, with that code, opens the child's account. */
export const giveConsent = async (
  parts: Parts,
  token: string,
  answer: z.output<typeof ConsentAnswer>,
) => {
  const outcome = await transaction(parts.db, async (db) => {
    const now = parts.clock()
    const request = await findRequest(db, token, now)
    if ('code' in answer) return confirm(parts, db, request, answer.code, now)
    if (request.consent?.confirmed_at) return 'confirmed' as const
    const { child, mailed } = request
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await db
      .deleteFrom('consents')
      .where('child_id', '=', child.id)
      .where('confirmed_at', 'is', null)
      .execute()
    await db
      .insertInto('consents')
      .values({
        child_id: child.id,
        guardian_name: answer.guardian_name,
        guardian_email: mailed.email,
        scopes: answer.scopes,
        policy_version: LEGAL_VERSION,
        method: 'mailed link and mailed code',
        code_hash: hashOf(code, child.id),
        code_expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString(),
      })
      .execute()
    const guardian = { email: mailed.email, first_name: answer.guardian_name }
    const to = await addressee({ ...parts, db }, guardian)
    const letter = consentCodeLetter(to, child.first_name, code)
    await parts.mail.send(db, { ...letter, about: child.id })
    return 'code_sent' as const
  })
  // Refusals come after the commit, so that wrong codes are counted.
  if (outcome === 'wrong_code')
    throw invalid('This code is not right.', { code: 'This code is not right.' })
  if (outcome === 'too_many') {
    throw tooMany('Too many wrong codes. Please give your consent again to get a new one.', 60)
  }
  return outcome
}

const confirm = async (
  parts: Parts,
  db: Db,
  { mailed, child, consent }: Awaited<ReturnType<typeof findRequest>>,
  code: string,
  now: Date,
): Promise<'confirmed' | 'wrong_code' | 'too_many'> => {
  if (consent?.confirmed_at) return 'confirmed'
  if (!consent?.code_hash || !consent.code_expires_at)
    throw invalid('Please give your consent first.')
  if (consent.code_expires_at < now.toISOString()) throw invalid('This code has expired.')
  if (consent.code_attempts >= MAX_CODE_ATTEMPTS) return 'too_many'
  if (!timingSafeEqual(consent.code_hash, hashOf(code.replace(/\s/g, ''), child.id))) {
    await db
      .updateTable('consents')
      .set((set) => ({ code_attempts: set('code_attempts', '+', 1) }))
      .where('id', '=', consent.id)
      .execute()
    return 'wrong_code'
  }
  const at = now.toISOString()
  await db
    .updateTable('consents')
    .set({ confirmed_at: at, code_hash: null })
    .where('id', '=', consent.id)
    .execute()
  await markMailedTokenUsed(db, mailed.hash, now)
  // The child's address stays unconfirmed until its owner opens the link that was sent there.
  await db
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', child.id)
    .where('status', '=', 'pending_consent')
    .execute()
  await linkGuardian(db, {
    learnerId: child.id,
    email: consent.guardian_email,
    name: consent.guardian_name,
    origin: 'consent',
    now,
  })
  await recordAudit(db, {
    subjectId: child.id,
    action: 'consent_given',
    address: null,
    detail: { scopes: consent.scopes, guardian: consent.guardian_name },
  })
  parts.callers.forget(child.id)
  return 'confirmed'
}
