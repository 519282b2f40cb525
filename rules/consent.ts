import type { OptionalConsent } from './access.ts'

/** What a guardian can allow a child. `use` is the account itself; the rest can be given or kept back one by one. */
export const CONSENT_SCOPES = [
  'use',
  'publishing',
  'connections_and_messages',
  'tutor',
] as const satisfies readonly ('use' | OptionalConsent)[]
export type ConsentScope = (typeof CONSENT_SCOPES)[number]

/**
 * How a guardian said it. A mailed link and code, or an account with a confirmed address, are enough for what stays inside
 * (16 CFR 312.5(b)(2)(vi)); only a signed form and a call prove who somebody is.
 */
export const CONSENT_METHODS = [
  'mailed_code',
  'signed_in',
  'mailed_link',
  'signed_form',
  'call',
] as const
export type ConsentMethod = (typeof CONSENT_METHODS)[number]

/** What shows a child's data to others: it needs a method that proves who the guardian is. */
export const DISCLOSING = [
  'publishing',
  'connections_and_messages',
] as const satisfies OptionalConsent[]

export const isDisclosing = (scope: ConsentScope): boolean =>
  (DISCLOSING as readonly ConsentScope[]).includes(scope)

const proves = (method: ConsentMethod) => method === 'signed_form' || method === 'call'

/** What one guardian said about one scope. */
export type ConsentAnswer = {
  /** The guardian's address. */
  guardian: string
  kind: 'given' | 'withdrawn'
  method: ConsentMethod
  policyVersion: string
}

/**
 * - `open`: nobody has said anything that counts.
 * - `unproven`: agreed to, but not yet by a method that is enough.
 * - `given`.
 * - `paused`: given for an older policy, and not in time for the newer one.
 * - `withdrawn`: somebody who decides for the child does not want it, whatever the others say.
 */
export type ConsentState = 'open' | 'unproven' | 'given' | 'paused' | 'withdrawn'

/**
 * Where a scope stands after all that guardians have said about it, oldest first. Each guardian's last word counts; who was
 * proven once stays so until they withdraw. The view `standing_consents` has the same rule in SQL.
 * @param deciding addresses of those who decide for the child now; others' objections do not count
 * @param oldestPolicy the oldest version of the policy for which a consent to disclose still counts
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

/** How long a consent to disclose holds on after the policy has changed in what matters; see `oldest_policy` in the database. */
export const POLICY_GRACE_DAYS = 30
