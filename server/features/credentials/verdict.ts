import type { Verdict, Verification } from '#contract/credentials'

type Check = Verification['checks'][number]
type Failure = Exclude<Verdict, 'valid'>

/** Explains each verdict to a person who was shown the record and has to make a decision. */
const MESSAGES = {
  valid: 'This record is genuine. We issued it, nobody has changed it since, and it is in force.',
  altered:
    'This record names us as its issuer, but the signature does not fit what it says. It was changed or made up: do not rely on it.',
  expired: 'We issued this record and nobody has changed it, but it is not in force at this time.',
  revoked: 'We issued this record and have revoked it. It no longer counts.',
  foreign:
    'This record was not issued by us, so we cannot say whether it is genuine. Please ask the issuer it names.',
  malformed: 'This is not a record we can read.',
  too_large: 'This is larger than any record of ours: 1 MB at most.',
  unknown: 'We have no record with this code. Please compare it letter by letter.',
} satisfies Record<Verdict, string>

const PASSED = {
  form: 'It is a complete, signed credential.',
  issuer: 'It names us as its issuer.',
  signature: 'The signature is ours, and it covers every word of it.',
  time: 'It is in force now.',
  revocation: 'It is not on our list of revoked records.',
} satisfies Record<Check['name'], string>

const ORDER = ['form', 'issuer', 'signature', 'time', 'revocation'] as const

/** The failed check of each verdict, and its finding. */
const FAILED = {
  malformed: ['form', 'It cannot be read.'],
  too_large: ['form', 'It is too large.'],
  unknown: ['form', 'There is no such record.'],
  foreign: ['issuer', 'It names another issuer.'],
  altered: ['signature', 'It carries no signature of ours that fits.'],
  expired: ['time', 'It is not in force at this time.'],
  revoked: ['revocation', 'It is on our list of revoked records.'],
} satisfies Record<Failure, [Check['name'], string]>

const passed = (name: Check['name']): Check => ({ name, passed: true, words: PASSED[name] })

/** Builds a failed verification; checks after the failed one are omitted. */
export const failed = (
  verdict: Failure,
  more: { because?: string; details?: Verification['details']; alsoPassed?: Check['name'][] } = {},
): Verification => {
  const [name, words] = FAILED[verdict]
  const { because, details = null, alsoPassed = [] } = more
  return {
    verdict,
    message: because ? `${MESSAGES[verdict]} ${because}` : MESSAGES[verdict],
    details,
    checks: [
      ...ORDER.slice(0, ORDER.indexOf(name)).map(passed),
      { name, passed: false, words },
      ...alsoPassed.map(passed),
    ],
  }
}

export const genuine = (details: NonNullable<Verification['details']>): Verification => ({
  verdict: 'valid',
  message: MESSAGES.valid,
  details,
  checks: ORDER.map(passed),
})
