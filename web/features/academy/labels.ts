import type { Agreement } from '#contract/academy'
import type { SignerRole } from '#rules/agreements'
import { dateFormat } from '#web/format'

export const STATES = {
  draft: ['Prepared', 'neutral'],
  scheduled: ['To be signed', 'brand'],
  signed: ['Waiting for countersignature', 'warning'],
  countersigned: ['In force', 'success'],
  superseded: ['Replaced by a newer one', 'neutral'],
  void: ['Void', 'danger'],
} as const satisfies Record<Agreement['state'], readonly [string, string]>

export const SIGNERS = {
  learner: 'Learner',
  guardian: 'Parent or guardian',
  school: 'Academy',
} as const satisfies Record<SignerRole, string>

/** "23 November 2026, 10:30", in local time. */
export const formatMoment = (instant: string): string =>
  dateFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
