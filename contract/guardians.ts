import * as z from 'zod/mini'

import { GUARDIAN_SCOPES, RELATIONS } from '#rules/access'

import { endpoints } from './endpoint.ts'
import { email, Id, IdParams, optionalLine, page, pageQuery, text, Timestamp } from './fields.ts'

/** How long an invitation to look after a learner can be accepted. */
export const GUARDIAN_INVITATION_DAYS = 7
/** How many adults can look after one learner, those who are invited among them. */
export const MOST_GUARDIANS = 10

const scopes = z.array(z.enum(GUARDIAN_SCOPES))

export const Guardian = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  relation: z.string(),
  scopes,
  origin: z.enum(['consent', 'invitation', 'admin']),
  since: Timestamp,
  /** The address belongs to an adult's confirmed account: until then the link opens nothing. */
  active: z.boolean(),
  /** The caller's own link. */
  own: z.boolean(),
})
export type Guardian = z.output<typeof Guardian>

const OpenInvitation = z.object({
  id: Id,
  email: z.string(),
  relation: z.string(),
  scopes,
  invited_by: z.nullable(z.string()),
  expires_at: Timestamp,
})

export const NewGuardian = z.object({
  email: email('Please enter the address of a parent or guardian'),
  relation: z._default(optionalLine(60), ''),
  scopes: scopes.check(z.minLength(1, 'Please choose what they may do')),
})

const InvitationParams = z.object({ token: text(200) })

export const guardians = endpoints({
  listGuardians: {
    method: 'GET',
    path: '/api/learners/{id}/guardians',
    summary: 'Who looks after a learner, and who is invited to',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readGuardians' },
    params: IdParams,
    reply: z.object({ guardians: z.array(Guardian), invitations: z.array(OpenInvitation) }),
  },
  inviteGuardian: {
    method: 'POST',
    path: '/api/learners/{id}/guardians',
    summary:
      'Invite an adult by mail to look after a learner; the same reply whoever the address belongs to',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    params: IdParams,
    body: NewGuardian,
    reply: OpenInvitation,
    status: 201,
  },
  withdrawGuardianInvitation: {
    method: 'DELETE',
    path: '/api/learners/{id}/guardian-invitations/{invitation_id}',
    summary: 'Withdraw an invitation; its link opens nothing any more',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'inviteGuardian' },
    idempotent: true,
    params: z.object({ id: Id, invitation_id: Id }),
  },
  endGuardian: {
    method: 'DELETE',
    path: '/api/learners/{id}/guardians/{guardian_id}',
    summary: 'End a guardian’s link: guardians their own, admins and grown learners any',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'endGuardian' },
    idempotent: true,
    params: z.object({ id: Id, guardian_id: Id }),
  },
  showGuardianInvitation: {
    method: 'GET',
    path: '/api/guardian-invitations/{token}',
    summary: 'What an invitation to look after a learner says',
    access: 'public',
    params: InvitationParams,
    reply: z.object({
      learner_first_name: z.string(),
      invited_by: z.nullable(z.string()),
      email: z.string(),
      relation: z.string(),
      scopes,
      expires_at: Timestamp,
    }),
  },
  acceptGuardianInvitation: {
    method: 'POST',
    path: '/api/guardian-invitations/{token}',
    summary: 'Accept with the account that has confirmed the invited address',
    access: 'signedIn',
    idempotent: true,
    params: InvitationParams,
    reply: z.object({ learner_id: Id }),
  },
  listDisclosures: {
    method: 'GET',
    path: '/api/learners/{id}/disclosures',
    summary:
      'Who else read what about a learner, newest first; within an hour the same is one line',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readDisclosures' },
    params: IdParams,
    query: z.object(pageQuery),
    reply: page(
      z.object({
        id: z.string(),
        at: Timestamp,
        /** Null for an account that is gone. */
        reader: z.nullable(z.string()),
        relation: z.nullable(z.enum(RELATIONS)),
        /** What was read, as a noun: “the transcript”. */
        what: z.string(),
      }),
    ),
  },
})
