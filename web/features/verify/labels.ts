import type { CredentialDetails, Verdict } from '#contract/credentials'
import { number } from '#web/format'

/** Headline of each verdict. */
export const HEADLINES = {
  valid: 'Genuine',
  altered: 'Not genuine',
  expired: 'Not currently valid',
  revoked: 'Revoked',
  foreign: 'Not issued by us',
  malformed: 'Not a record',
  too_large: 'Too large',
  unknown: 'Record not found',
} satisfies Record<Verdict, string>

export const KINDS = {
  badge: 'Badge',
  transcript: 'Transcript',
  diploma: 'Diploma',
} satisfies Record<CredentialDetails['kind'], string>

/** Credits in words: "1.5 credits", "1 credit". */
export const creditsInWords = (credits: number): string =>
  `${number(credits)} ${credits === 1 ? 'credit' : 'credits'}`
