import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import type * as z from 'zod/mini'

import type { ConsentSubmission } from '#contract/consent'
import {
  isAddressOfMinor,
  letDecide,
  linkGuardian,
  listLinkedAddresses,
  lockPerson,
} from '#features/family'
import { emailRecipient, LEGAL_VERSION } from '#features/site'
import { type Db, transaction } from '#platform/database'
import { type Caller, forbidden, invalid, notFound, type Parts, tooMany } from '#platform/http'
import { findMailedToken, markMailedTokenUsed } from '#platform/mail'
import { CONSENT_SCOPES, type ConsentScope } from '#rules/consent'
import { isHarmlessName } from '#rules/messages'

import { consentCodeEmail } from './emails.ts'
import { recordConsent } from './record-consent.ts'

const CODE_MINUTES = 60
const MAX_CODE_ATTEMPTS = 5
const GONE = 'This request has expired or was withdrawn. The child can send a new one.'
const OF_MINOR =
  'This address belongs to the account of someone under 18, so it cannot give consent. A parent or guardian needs an address of their own.'

const NO_NAME = 'Please enter the name people know you by'

const hashOf = (code: string, childId: string) =>
  createHash('sha256').update(`${childId}|${code}`).digest()

/** Refuses the child's own session: a guardian must answer from their own. */
const findRequest = async (db: Db, caller: Caller | null, token: string, now: Date) => {
  const mailed = await findMailedToken(db, token, 'consent', now)
  if (!mailed) throw notFound(GONE)
  const child = await db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'status'])
    .where('id', '=', mailed.user_id)
    .executeTakeFirstOrThrow()
  if (caller?.userId === child.id) {
    throw forbidden(
      `${child.first_name}, this page is for your parent or guardian. Sign out on this device first, or let them open the link on theirs.`,
      'own_consent',
    )
  }
  const [pending, given] = await Promise.all([
    findSaid(db, child.id, mailed.email).where('confirmed_at', 'is', null).executeTakeFirst(),
    findSaid(db, child.id, mailed.email).where('confirmed_at', 'is not', null).executeTakeFirst(),
  ])
  const isConfirmed = child.status !== 'pending_consent' && given?.kind === 'given'
  // Revealed only to the reader of this mailbox, never at registration.
  if (!isConfirmed && (await isAddressOfMinor(db, mailed.email))) throw forbidden(OF_MINOR)
  return { mailed, child, pending, isConfirmed }
}

/** A guardian's answers for a child, newest first. */
const findSaid = (db: Db, childId: string, email: string) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('child_id', '=', childId)
    .where('guardian_email', '=', email)
    .orderBy('number', 'desc')
    .$narrowType<{ scopes: ConsentScope[] }>()

/** Data of the page behind the emailed link. */
export const showConsent = (parts: Parts, caller: Caller | null, token: string) =>
  transaction(parts.db, async (db) => {
    const { mailed, child, pending, isConfirmed } = await findRequest(
      db,
      caller,
      token,
      parts.clock(),
    )
    return {
      child_first_name: child.first_name,
      guardian_email: mailed.email,
      scopes: [...CONSENT_SCOPES],
      policy_version: LEGAL_VERSION,
      state: isConfirmed
        ? ('confirmed' as const)
        : pending
          ? ('code_sent' as const)
          : ('asked' as const),
      expires_at: mailed.expires_at,
    }
  })

/** Stores the guardian's choice and emails a code; then, given that code, records it and opens the child's account. */
export const giveConsent = async (
  parts: Parts,
  caller: Caller | null,
  token: string,
  answer: z.output<typeof ConsentSubmission>,
) => {
  // The child reads the name, and so do the other guardians.
  if ('guardian_name' in answer && !isHarmlessName(answer.guardian_name)) {
    throw invalid(NO_NAME, { guardian_name: NO_NAME })
  }
  const outcome = await transaction(parts.db, async (db) => {
    const now = parts.clock()
    const request = await findRequest(db, caller, token, now)
    if ('code' in answer) return confirm(parts, db, request, answer.code, now)
    if (request.isConfirmed) return 'confirmed' as const
    const { child, mailed } = request
    await refuseUnlinked(db, mailed)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await deletePendingConsents(db, child.id)
    await db
      .insertInto('consents')
      .values({
        child_id: child.id,
        guardian_name: answer.guardian_name,
        guardian_email: mailed.email,
        scopes: answer.scopes,
        policy_version: LEGAL_VERSION,
        method: 'mailed_code',
        code_hash: hashOf(code, child.id),
        code_expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString(),
      })
      .execute()
    const guardian = { email: mailed.email, first_name: answer.guardian_name }
    const to = await emailRecipient({ ...parts, db }, guardian)
    const letter = consentCodeEmail(to, child.first_name, code)
    await parts.mail.send(db, { ...letter, about: child.id })
    return 'code_sent' as const
  })
  // Thrown after the commit, so that wrong codes are counted.
  if (outcome === 'wrong_code')
    throw invalid('This code is incorrect.', { code: 'This code is incorrect.' })
  if (outcome === 'too_many') {
    throw tooMany('Too many wrong codes. Please give your consent again to get a new one.', 60)
  }
  return outcome
}

/**
 * Once a child has guardians, only those with the `consent` scope decide: an older request cannot add another person, and one that
 * was answered not even a guardian who has left since. If none of them has it, staff name who does, in a request of later.
 */
const refuseUnlinked = async (
  db: Db,
  { user_id: childId, email, used_at, created_at }: Mailed,
): Promise<void> => {
  await lockPerson(db, childId)
  const linked = await listLinkedAddresses(db, childId)
  const deciding = linked.filter(({ scopes }) => scopes.includes('consent'))
  if (deciding.some((each) => each.email === email)) return
  const isLater = linked.every(({ since }) => since <= created_at)
  if (deciding.length > 0 || used_at !== null || !isLater) throw notFound(GONE)
}
type Mailed = { user_id: string; email: string; used_at: string | null; created_at: string }

/** Deletes answers that were not confirmed with a code. */
export const deletePendingConsents = (db: Db, childId: string) =>
  db
    .deleteFrom('consents')
    .where('child_id', '=', childId)
    .where('confirmed_at', 'is', null)
    .execute()

const confirm = async (
  parts: Parts,
  db: Db,
  { mailed, child, pending, isConfirmed }: Awaited<ReturnType<typeof findRequest>>,
  code: string,
  now: Date,
): Promise<'confirmed' | 'wrong_code' | 'too_many'> => {
  if (isConfirmed) return 'confirmed'
  if (!pending?.code_hash || !pending.code_expires_at)
    throw invalid('Please give your consent first.')
  if (pending.code_expires_at < now.toISOString()) throw invalid('This code has expired.')
  if (pending.code_attempts >= MAX_CODE_ATTEMPTS) return 'too_many'
  if (!timingSafeEqual(pending.code_hash, hashOf(code.replace(/\s/g, ''), child.id))) {
    await db
      .updateTable('consents')
      .set((set) => ({ code_attempts: set('code_attempts', '+', 1) }))
      .where('id', '=', pending.id)
      .execute()
    return 'wrong_code'
  }
  await refuseUnlinked(db, mailed)
  await deletePendingConsents(db, child.id)
  await markMailedTokenUsed(db, mailed.hash, now)
  const { guardian_email: email, guardian_name: name, scopes } = pending
  const link = { learnerId: child.id, email, name, origin: 'consent', now } as const
  if (!(await linkGuardian(db, link))) await letDecide(db, link)
  await recordConsent(parts, db, {
    childId: child.id,
    guardian: { email, name },
    kind: 'given',
    scopes,
    method: 'mailed_code',
  })
  return 'confirmed'
}
