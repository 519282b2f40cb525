import * as z from 'zod/mini'

import { AGREEMENT_STATES, SIGNER_ROLES } from '#rules/agreements'

import { endpoints, get, patch, post } from './endpoint.ts'
import { Day, Id, line, page, pageQuery, properName, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'

const Signer = z.object({
  role: z.enum(SIGNER_ROLES, 'Please choose a role'),
  name: properName(200, 'Please enter the name'),
})

const StoredSigner = z.object({ role: z.enum(SIGNER_ROLES), name: z.string() })

export const Agreement = z.object({
  id: Id,
  learner_id: Id,
  learner_name: z.string(),
  state: z.enum(AGREEMENT_STATES),
  /** Version of the agreement's text. */
  version: z.string(),
  text_sha256: z.string(),
  /** A newer text exists. */
  is_text_outdated: z.boolean(),
  scheduled_at: z.nullable(Timestamp),
  place: z.string(),
  signers: z.array(StoredSigner),
  signed_on: z.nullable(Day),
  /** Photos or PDFs of the signed paper. */
  scans: z.array(z.object({ file_id: Id, content_type: z.string(), name: z.string() })),
  /** Staff member who recorded the signatures. */
  signed_by: z.nullable(z.string()),
  countersigned_by: z.nullable(z.string()),
  countersigned_at: z.nullable(Timestamp),
  /** Set when it was voided or superseded. */
  ended_at: z.nullable(Timestamp),
  /** Reason for voiding it. */
  reason: z.string(),
  created_at: Timestamp,
})
export type Agreement = z.output<typeof Agreement>

/** Time and place of the signing. */
export const Appointment = z.object({
  scheduled_at: z.nullable(Timestamp),
  place: z._default(text(200).check(z.trim()), ''),
})

export const Signing = z.object({
  signed_on: z.iso.date('Please choose the day'),
  place: line(200, 'Please enter the place'),
  signers: z.array(Signer).check(z.maxLength(10)),
  file_ids: z
    .array(Id)
    .check(
      z.minLength(1, 'Please add a photo or PDF of the signed agreement'),
      z.maxLength(10, 'Please choose up to ten files'),
    ),
})

export const VoidReason = z.object({ reason: words(1000, 'Please give a reason') })

export const academy = endpoints({
  listAgreements: get('/api/learners/{id}/agreements', {
    summary: 'A learner’s academy agreements, newest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readRecord' },
    reply: z.object({ items: z.array(Agreement) }),
  }),
  getAgreementText: get('/api/learners/{id}/agreements/{agreement_id}/text', {
    summary: 'The exact text of an agreement at the time it was prepared',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readRecord' },
    reply: z.object({
      title: z.string(),
      version: z.string(),
      sha256: z.string(),
      text: z.string(),
    }),
  }),
  draftAgreement: post('/api/learners/{id}/agreements', {
    summary: 'Prepare an agreement with the current text; a time and place schedule it',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordAgreement' },
    idempotent: true,
    body: Appointment,
    reply: Agreement,
    status: 201,
  }),
  changeAgreement: patch('/api/learners/{id}/agreements/{agreement_id}', {
    summary: 'Reschedule an agreement; this voids a signed one and starts a new draft',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordAgreement' },
    idempotent: true,
    body: Appointment,
    reply: Agreement,
  }),
  signAgreement: post('/api/learners/{id}/agreements/{agreement_id}/sign', {
    summary: 'Record the paper signatures, with their time, place and a scan',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordAgreement' },
    idempotent: true,
    body: Signing,
    reply: Agreement,
  }),
  countersignAgreement: post('/api/learners/{id}/agreements/{agreement_id}/countersign', {
    summary:
      'Countersign an agreement for the academy, by a different admin than recorded the signatures; enrolls the learner',
    access: 'admin',
    limit: USUAL,
    learner: { from: 'params.id', may: 'countersignAgreement' },
    idempotent: true,
    reply: Agreement,
  }),
  voidAgreement: post('/api/learners/{id}/agreements/{agreement_id}/void', {
    summary:
      'End an agreement, with a reason; ending one in force removes the learner from the academy',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'params.id', may: 'recordAgreement' },
    idempotent: true,
    body: VoidReason,
    reply: Agreement,
  }),
  listAllAgreements: get('/api/admin/agreements', {
    summary: 'All learners’ agreements, those awaiting a countersignature first',
    access: 'admin',
    query: z.object({
      ...pageQuery,
      state: z.optional(z.enum(AGREEMENT_STATES)),
    }),
    reply: page(Agreement),
  }),
})
