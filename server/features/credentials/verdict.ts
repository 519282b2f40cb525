import type { Verdict, Verification } from '#contract/credentials'

type Check = Verification['checks'][number]
type Failure = Exclude<Verdict, 'valid'>

/** Explains each verdict to a person who was shown the record and has to make a decision. */
const MESSAGES = {
  valid: 'This record is genuine. We issued it, it has not been changed, and it is valid.',
  altered:
    'This record names us as its issuer, but the signature does not match its content. It has been altered or forged: do not rely on it.',
  expired: 'We issued this record and it has not been changed, but it is not currently valid.',
  revoked: 'We issued this record and have since revoked it. It is no longer valid.',
  foreign:
    'This record was not issued by us, so we cannot say whether it is genuine. Please ask the issuer it names.',
  malformed: 'We can’t read this as a record.',
  too_large: 'This is larger than any record we issue (up to 1 MB).',
  unknown: 'We have no record with this code. Please check it character by character.',
} satisfies Record<Verdict, string>

const PASSED = {
  form: 'It is a complete, signed credential.',
  issuer: 'It names us as its issuer.',
  signature: 'The signature is ours and covers the whole record.',
  time: 'It is currently valid.',
  revocation: 'It is not on our list of revoked records.',
} satisfies Record<Check['name'], string>

const ORDER = ['form', 'issuer', 'signature', 'time', 'revocation'] as const

/** The failed check of each verdict, and its finding. */
const FAILED = {
  malformed: ['form', 'It cannot be read.'],
  too_large: ['form', 'It is too large.'],
  unknown: ['form', 'There is no such record.'],
  foreign: ['issuer', 'It names another issuer.'],
  altered: ['signature', 'It has no valid signature from us.'],
  expired: ['time', 'It is not currently valid.'],
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
