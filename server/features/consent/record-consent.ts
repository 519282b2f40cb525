import { STOPPED_DAYS } from '#contract/consent'
import { endSessions } from '#features/auth'
import { endAllConnections } from '#features/connections'
import { listLinkedAddresses, lockPerson } from '#features/family'
import { activateAccount, awaitConsent, unpublishPortfolio } from '#features/people'
import { emailRecipient, LEGAL_VERSION } from '#features/site'
import { recordAudit } from '#platform/audit'
import type { Db } from '#platform/database'
import { conflict, forbidden, type Parts } from '#platform/http'
import { isChild } from '#rules/age'
import type { ConsentAnswer, ConsentMethod, ConsentScope } from '#rules/consent'

import { consentGivenEmail, consentWithdrawnEmail } from './emails.ts'
import { endWaitingForms } from './form-queries.ts'
import { listCurrentConsents } from './queries.ts'
import { withdrawalUrl } from './withdrawal-link.ts'

type ConsentInput = {
  childId: string
  guardian: { email: string; name: string }
  kind: ConsentAnswer['kind']
  scopes: readonly ConsentScope[]
  method: ConsentMethod
  /** Staff who verified the signature or the call, and its form, with the policy that the guardian has signed. */
  witness?: { id: string; formId: string; policyVersion: string }
  /** Author of the request for the audit log; undefined without an account. */
  actorId?: string
}

const ENDS_CONNECTIONS: ReadonlySet<ConsentScope> = new Set(['use', 'connections_and_messages'])

export const decidesAlone = (firstName: string) =>
  forbidden(`${firstName} is 13 or older and now makes their own decisions.`, 'of_age')

/**
 * Records a guardian's consent or withdrawal, updates the account's status, and emails all guardians who decide for the child.
 * `db` is a transaction.
 * @throws forbidden once the learner decides alone; conflict if the guardian does not decide for the child (any more)
 */
export const recordConsent = async (parts: Parts, db: Db, said: ConsentInput): Promise<void> => {
  const { childId, guardian, kind, scopes, method, witness } = said
  const now = parts.clock()
  const child = await lockPerson(db, childId)
  const isWaiting = child.status === 'pending_consent'
  const today = now.toISOString().slice(0, 10)
  if (!isWaiting && !isChild(child.date_of_birth, today)) throw decidesAlone(child.first_name)
  const linked = await listLinkedAddresses(db, childId)
  const decides = linked.some(
    ({ email, scopes }) => email === guardian.email && scopes.includes('consent'),
  )
  if (!decides) throw conflict('This guardian can no longer decide for the child.')
  // Also a form that was made after an earlier withdrawal.
  if (kind === 'withdrawn') await endWaitingForms(db, said, now)
  const stops = child.status === 'active' && kind === 'withdrawn' && scopes.includes('use')
  // An account is open although its use was withdrawn: the guardian's link had ended meanwhile.
  if (kind === 'withdrawn' && !stops && (await isWithdrawn(db, said))) return
  await db
    .insertInto('consents')
    .values({
      child_id: childId,
      guardian_name: guardian.name,
      guardian_email: guardian.email,
      kind,
      scopes: [...scopes],
      policy_version: witness?.policyVersion ?? LEGAL_VERSION,
      method,
      witness_id: witness?.id ?? null,
      form_id: witness?.formId ?? null,
      created_at: now.toISOString(),
      confirmed_at: now.toISOString(),
    })
    .execute()
  await recordAudit(db, {
    actorId: witness?.id ?? said.actorId ?? null,
    subjectId: childId,
    action: kind === 'given' ? 'consent_given' : 'consent_withdrawn',
    address: null,
    detail: { scopes, method, guardian: guardian.name },
  })
  // Renewed consent does not republish: that takes a deliberate action.
  if (kind === 'withdrawn' && scopes.some((scope) => scope === 'use' || scope === 'publishing')) {
    await unpublishPortfolio(db, childId)
  }
  if (kind === 'withdrawn' && scopes.some((scope) => ENDS_CONNECTIONS.has(scope))) {
    await endAllConnections(db, childId, now)
  }
  const stands = await listCurrentConsents(db, childId)
  const deletionDue = stops ? await stopAccount(parts, db, childId) : null
  if (isWaiting && stands.has('use')) await activateConsentedAccount(parts, db, childId)
  await tellDeciding(parts, db, child, { ...said, stands, deletionDue })
}

/** True if the guardian's latest answer on all of these is already a withdrawal: nobody is emailed twice. */
const isWithdrawn = async (
  db: Db,
  { childId, guardian, scopes }: ConsentInput,
): Promise<boolean> => {
  const said = await db
    .selectFrom('consents')
    .select(['kind', 'scopes'])
    .where('child_id', '=', childId)
    .where('guardian_email', '=', guardian.email)
    .where('confirmed_at', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
  return scopes.every(
    (scope) => said.find((each) => each.scopes.includes(scope))?.kind === 'withdrawn',
  )
}

/**
 * Closes the account to everyone, including its owner. It is erased unless a guardian consents again. Returns the date of
 * erasure.
 */
export const stopAccount = async (parts: Parts, db: Db, childId: string): Promise<string> => {
  const now = parts.clock()
  const due = new Date(now.getTime() + STOPPED_DAYS * 24 * 3_600_000).toISOString()
  await awaitConsent(db, childId, due)
  await endSessions(db, childId, {}, now)
  await recordAudit(db, { subjectId: childId, action: 'account_stopped', address: null })
  parts.callers.forget(childId)
  return due
}

/** The child's own address stays unconfirmed until its owner opens the link that was sent there. */
export const activateConsentedAccount = async (parts: Parts, db: Db, childId: string) => {
  await activateAccount(db, childId)
  await recordAudit(db, { subjectId: childId, action: 'account_opened', address: null })
  parts.callers.forget(childId)
}

/** Every email about a consent must explain how to withdraw it (16 CFR 312.5(b)(2)(vi)); the other guardians get it as well. */
const tellDeciding = async (
  parts: Parts,
  db: Db,
  child: { id: string; first_name: string },
  said: ConsentInput & { stands: ReadonlySet<ConsentScope>; deletionDue: string | null },
) => {
  const write = said.kind === 'given' ? consentGivenEmail : consentWithdrawnEmail
  const linked = await listLinkedAddresses(db, child.id)
  for (const guardian of linked.filter(({ scopes }) => scopes.includes('consent'))) {
    const to = await emailRecipient({ ...parts, db }, guardian)
    const letter = write(to, child.first_name, {
      ...said,
      isOwn: guardian.email === said.guardian.email,
      withdrawalUrl: withdrawalUrl(parts, guardian.link_id),
    })
    await parts.mail.send(db, { ...letter, about: child.id })
  }
}
