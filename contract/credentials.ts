import * as z from 'zod/mini'

import { type CallLimit, endpoints, get, post } from './endpoint.ts'
import { Id, page, pageQuery, text, Timestamp } from './fields.ts'
import { WAIT_A_MINUTE } from './limits.ts'

const Kind = z.enum(['badge', 'transcript', 'diploma'])

/** Verdicts on something that claims to be a credential. */
export const VERDICTS = [
  'valid',
  'altered',
  'expired',
  'revoked',
  'foreign',
  'malformed',
  'too_large',
  'unknown',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** Maximum size of a check in bytes: a baked image, or a record with all its badges. */
export const MAX_SUBMITTED = 1024 * 1024

/** Details of a genuine credential. Never filled from one that is not. */
export const CredentialDetails = z.object({
  code: z.string(),
  kind: Kind,
  title: z.string(),
  description: z.string(),
  /** Minors' names are shortened on badges. */
  holder_name: z.string(),
  issuer: z.object({ name: z.string(), url: z.string() }),
  issued_at: Timestamp,
  expires_at: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
  /** The issuer's reason for revocation; null if not revoked, or if deleted with the account. */
  revoked_because: z.nullable(z.string()),
  /** Markdown. */
  criteria: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** For transcripts: the text whose SHA-256 is printed on the paper. */
  text: z.nullable(z.object({ url: z.string(), sha256: z.string() })),
  /** Achievements of a complete record. */
  achievements: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['badge', 'achievement']),
      credits: z.nullable(z.number()),
      result: z.nullable(z.string()),
      /** The badge was revoked after the record was issued. */
      revoked: z.boolean(),
    }),
  ),
})
export type CredentialDetails = z.output<typeof CredentialDetails>

export const Verification = z.object({
  verdict: z.enum(VERDICTS),
  /** Verdict in words. */
  message: z.string(),
  details: z.nullable(CredentialDetails),
  /** Checks in the order they ran. */
  checks: z.array(
    z.object({
      name: z.enum(['form', 'issuer', 'signature', 'time', 'revocation']),
      passed: z.boolean(),
      words: z.string(),
    }),
  ),
})
export type Verification = z.output<typeof Verification>

export const OwnCredential = z.object({
  id: Id,
  code: z.string(),
  kind: Kind,
  title: z.string(),
  issued_at: Timestamp,
  expires_at: z.nullable(Timestamp),
  revoked_because: z.nullable(z.string()),
  links: z.object({
    verify: z.string(),
    json: z.string(),
    /** Images contain the credential; a complete record has no image. */
    png: z.nullable(z.string()),
    svg: z.nullable(z.string()),
  }),
})
export type OwnCredential = z.output<typeof OwnCredential>

const CodeParams = z.object({ code: text(60) })

const CHECKS = {
  name: 'verify',
  points: 120,
  seconds: 60,
  message: WAIT_A_MINUTE,
  per: 'network',
} satisfies CallLimit
const PICTURES = {
  name: 'badge-pictures',
  points: 60,
  seconds: 60,
  message: WAIT_A_MINUTE,
  per: 'network',
} satisfies CallLimit

export const credentials = endpoints({
  listCredentials: get('/api/credentials', {
    summary: 'The caller’s credentials, newest first',
    access: 'signedIn',
    whileActing: true,
    query: z.object(pageQuery),
    reply: page(OwnCredential),
  }),
  showCredential: get('/api/credentials/{code}', {
    summary:
      'A credential with its proof, as JSON-LD whatever `Accept` says (Open Badges 3.0, Comprehensive Learner Record 2.0)',
    access: 'public',
    reads: 'replica',
    kind: 'download',
    params: CodeParams,
  }),
  showBadgePng: get('/api/credentials/{code}/badge.png', {
    summary:
      'The picture of a badge or diploma, with the credential baked in (Open Badges 3.0 §5.3)',
    access: 'public',
    limit: PICTURES,
    reads: 'replica',
    kind: 'download',
    params: CodeParams,
  }),
  showBadgeSvg: get('/api/credentials/{code}/badge.svg', {
    summary: 'A badge or diploma picture as SVG, with the credential baked in',
    access: 'public',
    reads: 'replica',
    kind: 'download',
    params: CodeParams,
  }),
  showSeal: get('/api/seal.svg', {
    summary: 'The picture for certificates and diplomas; contains no personal data',
    access: 'public',
    kind: 'download',
  }),
  showStatusList: get('/api/status-lists/{number}', {
    summary: 'Revoked credentials, as a signed Bitstring Status List',
    access: 'public',
    reads: 'replica',
    kind: 'download',
    params: z.object({ number: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e9)) }),
  }),
  verifyCode: get('/api/verify/{code}', {
    summary: 'Verify a credential by its code; 404 for an unknown code',
    access: 'public',
    limit: CHECKS,
    reads: 'replica',
    params: CodeParams,
    reply: Verification,
  }),
  verifyCredential: post('/api/verify', {
    summary:
      'Verify a credential, pasted (JSON, code or URL) or uploaded (JSON, PNG or SVG, up to 1 MB)',
    access: 'public',
    limit: CHECKS,
    reads: 'replica',
    kind: 'upload',
    body: z.object({ credential: z.string().check(z.minLength(1, 'Please paste a credential')) }),
    reply: Verification,
  }),
})
