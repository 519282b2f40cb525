import type { CredentialDetails, Verdict } from '#contract/credentials'
import { number } from '#web/format'

/** What a verdict says at one glance. */
export const HEADLINES = {
  valid: 'Genuine',
  altered: 'Not genuine',
  expired: 'Not in force',
  revoked: 'Revoked',
  foreign: 'Not ours',
  malformed: 'Not a record',
  too_large: 'Too large',
  unknown: 'No such record',
} satisfies Record<Verdict, string>

export const KINDS = {
  badge: 'Badge',
  transcript: 'Transcript',
  diploma: 'Diploma',
} satisfies Record<CredentialDetails['kind'], string>

/** A share of credits as people write it: 1.5 credits, 1 credit. */
export const creditsInWords = (credits: number): string =>
  `${number(credits)} ${credits === 1 ? 'credit' : 'credits'}`
