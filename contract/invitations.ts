import * as z from 'zod/mini'

import { INVITED_ROLES } from '#rules/membership'

import { LoginReply, newPassword } from './auth.ts'
import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { email, Id, optionalName, page, properName, text, Timestamp } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

export type InvitedRole = (typeof INVITED_ROLES)[number]

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = 7
/** Hours in which the first admin can set up the site. */
export const SETUP_HOURS = 24

const TokenParams = z.object({ token: text(200) })

export const Setup = z.object({
  site_name: properName(60, 'Please name the site'),
  first_name: properName(100, 'First name is required'),
  last_name: properName(100, 'Last name is required'),
  email: email('Email is required'),
  password: newPassword,
})

export const NewInvitation = z.object({
  email: email('Email is required'),
  role: z.enum(INVITED_ROLES, 'Please choose a role'),
  first_name: optionalName(100),
  last_name: optionalName(100),
})

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  first_name: z.string(),
  last_name: z.string(),
  /** Null when the inviter's account was deleted. */
  invited_by: z.nullable(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = z.output<typeof Invitation>

/** Omitted names default to those of the invitation. */
export const Acceptance = z.object({
  first_name: z.optional(properName(100, 'First name is required')),
  last_name: z.optional(properName(100, 'Last name is required')),
  password: newPassword,
})

// A whole school may open its invitations from one address in one morning.
const LINKS = {
  name: 'links',
  points: 300,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
} satisfies CallLimit
const INVITATIONS = {
  name: 'invitations',
  points: 200,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const invitations = endpoints({
  showSetup: get('/api/setup/{token}', {
    summary: 'Whether a setup link is still valid, and who it is for',
    access: 'public',
    limit: LINKS,
    params: TokenParams,
    reply: z.object({ email: z.nullable(z.string()), expires_at: Timestamp }),
  }),
  setUp: post('/api/setup/{token}', {
    summary: 'Set up the site: name it, create the first admin and sign them in',
    access: 'public',
    limit: LINKS,
    idempotent: true,
    params: TokenParams,
    body: Setup,
    reply: LoginReply,
  }),
  listInvitations: get('/api/admin/invitations', {
    summary: 'Pending invitations, newest first',
    access: 'admin',
    reply: page(Invitation),
  }),
  invite: post('/api/admin/invitations', {
    summary: 'Invite a person by email to create an account with a given role',
    access: 'admin',
    limit: INVITATIONS,
    idempotent: true,
    body: NewInvitation,
    reply: Invitation,
    status: 201,
  }),
  resendInvitation: post('/api/admin/invitations/{id}/resend', {
    summary: 'Resend an invitation with a new link; the old link stops working',
    access: 'admin',
    limit: INVITATIONS,
    idempotent: true,
    reply: Invitation,
  }),
  withdrawInvitation: del('/api/admin/invitations/{id}', {
    summary: 'Withdraw an invitation; its link stops working',
    access: 'admin',
    limit: USUAL,
  }),
  showInvitation: get('/api/invitations/{token}', {
    summary: 'An invitation, for the person invited',
    access: 'public',
    limit: LINKS,
    params: TokenParams,
    reply: z.omit(Invitation, { id: true, created_at: true }),
  }),
  acceptInvitation: post('/api/invitations/{token}', {
    summary: 'Accept an invitation: set a password and sign in with a confirmed email address',
    access: 'public',
    limit: LINKS,
    idempotent: true,
    params: TokenParams,
    body: Acceptance,
    reply: LoginReply,
  }),
})
