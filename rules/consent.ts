import type { OptionalConsent } from './access.ts'

/** Scopes of a guardian's consent. `use` is the account itself; the others are optional. */
export const CONSENT_SCOPES = [
  'use',
  'publishing',
  'connections_and_messages',
  'tutor',
] as const satisfies readonly ('use' | OptionalConsent)[]
export type ConsentScope = (typeof CONSENT_SCOPES)[number]

/**
 * Method of consent. A mailed link and code, or an account with a verified address, suffice for internal use (16 CFR
 * 312.5(b)(2)(vi)); only a signed form or a call verifies identity.
 */
export const CONSENT_METHODS = [
  'mailed_code',
  'signed_in',
  'mailed_link',
  'signed_form',
  'call',
] as const
export type ConsentMethod = (typeof CONSENT_METHODS)[number]

/** Scopes that disclose a child's data to others: they require a method that verifies the guardian's identity. */
export const DISCLOSING = [
  'publishing',
  'connections_and_messages',
] as const satisfies OptionalConsent[]

export const isDisclosing = (scope: ConsentScope): boolean =>
  (DISCLOSING as readonly ConsentScope[]).includes(scope)

const proves = (method: ConsentMethod) => method === 'signed_form' || method === 'call'

/** One guardian's answer for one scope. */
export type ConsentAnswer = {
  /** The guardian's email address. */
  guardian: string
  kind: 'given' | 'withdrawn'
  method: ConsentMethod
  policyVersion: string
}

/**
 * - `open`: no valid answer.
 * - `unproven`: given, but by an insufficient method.
 * - `given`.
 * - `paused`: given for an older policy, and not renewed in time.
 * - `withdrawn`: a deciding guardian objects, whatever the others say.
 */
export type ConsentState = 'open' | 'unproven' | 'given' | 'paused' | 'withdrawn'

/**
 * State of a scope after all answers, oldest first. Each guardian's latest answer counts, and a verified guardian stays verified
 * until they withdraw. The view `standing_consents` implements the same rule in SQL.
 * @param deciding addresses of current guardians who decide; objections of others are ignored
 * @param oldestPolicy oldest policy version for which consent to disclosure is valid
 */
export const consentState = (
  scope: ConsentScope,
  answers: readonly ConsentAnswer[],
  deciding: ReadonlySet<string>,
  oldestPolicy: string,
): ConsentState => {
  const last = new Map<string, { answer: ConsentAnswer; isProven: boolean }>()
  for (const answer of answers) {
    const wasProven = last.get(answer.guardian)?.isProven ?? false
    const isProven = answer.kind === 'given' && (wasProven || proves(answer.method))
    last.set(answer.guardian, { answer, isProven })
  }
  const words = [...last.values()]
  const objects = ({ answer: { kind, guardian } }: (typeof words)[number]) =>
    kind === 'withdrawn' && deciding.has(guardian)
  if (words.some(objects)) return 'withdrawn'
  const given = words.filter(({ answer }) => answer.kind === 'given')
  if (given.length === 0) return 'open'
  if (!isDisclosing(scope)) return 'given'
  const proven = given.filter(({ isProven }) => isProven)
  if (proven.length === 0) return 'unproven'
  const isCurrent = proven.some(({ answer }) => answer.policyVersion >= oldestPolicy)
  return isCurrent ? 'given' : 'paused'
}

/** Days for which consent to disclosure remains valid after a material policy change; see `oldest_policy` in the database. */
export const POLICY_GRACE_DAYS = 30
