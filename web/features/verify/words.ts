import type { CredentialDetails, Verdict } from '#contract/credentials'

/** What a verdict says at one glance. */
export const HEADLINES = {
  valid: 'This record is genuine',
  altered: 'This record is not genuine',
  expired: 'This record is not in force',
  revoked: 'This record was taken back',
  foreign: 'This record is not ours',
  malformed: 'This is not a record we can read',
  too_large: 'This is too large to be a record',
  unknown: 'There is no such record',
} satisfies Record<Verdict, string>

export const KINDS = {
  badge: 'Badge',
  transcript: 'Transcript',
  diploma: 'Diploma',
} satisfies Record<CredentialDetails['kind'], string>

/** A share of credits as people write it: 1.5 credits, 1 credit. */
export const creditsInWords = (credits: number): string =>
  `${new Intl.NumberFormat().format(credits)} ${credits === 1 ? 'credit' : 'credits'}`
