import * as z from 'zod/mini'

import { AVATAR_DRAWINGS } from '#rules/art/avatars'

import { User } from './auth.ts'
import { del, endpoints, get, patch, post, put } from './endpoint.ts'
import { optionalLine, properName } from './fields.ts'
import { USUAL } from './limits.ts'

/** Pixels; avatars are square. */
export const AVATAR_SIDE = 256
/** Fields that people can change about themselves. Role, tier, XP and status are excluded. */
export const ContactChange = z.partial(
  z.object({
    first_name: properName(100, 'First name is required'),
    last_name: properName(100, 'Last name is required'),
    phone_number: z.nullable(optionalLine(40)),
    address_line1: z.nullable(optionalLine(200)),
    address_line2: z.nullable(optionalLine(200)),
    city: z.nullable(optionalLine(100)),
    state: z.nullable(optionalLine(100)),
    postal_code: z.nullable(optionalLine(20)),
    country: z.nullable(optionalLine(60)),
    interests: z.nullable(optionalLine(300)),
  }),
)

export const ProfileChange = z.extend(ContactChange, {
  /** Sunday email to guardians. */
  weekly_letter: z.optional(z.boolean()),
})

export const Profile = z.extend(User, {
  phone_number: z.nullable(z.string()),
  address_line1: z.nullable(z.string()),
  address_line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country: z.nullable(z.string()),
  interests: z.nullable(z.string()),
  weekly_letter: z.boolean(),
})
export type Profile = z.output<typeof Profile>

export const profile = endpoints({
  getProfile: get('/api/profile', {
    summary: 'The caller’s profile',
    access: 'signedIn',
    reply: Profile,
  }),
  changeProfile: patch('/api/profile', {
    summary: 'Edit the caller’s profile',
    access: 'signedIn',
    limit: USUAL,
    body: ProfileChange,
    reply: Profile,
  }),
  acceptPolicy: post('/api/profile/policy', {
    summary: 'Acknowledge the current privacy policy',
    access: 'session',
    limit: USUAL,
    reply: Profile,
  }),
  changeAvatar: post('/api/profile/avatar', {
    summary: 'From 13 on: upload a profile picture in the field `file`; it is cropped to a square',
    access: 'signedIn',
    limit: USUAL,
    kind: 'upload',
    idempotent: true,
    reply: Profile,
  }),
  chooseAvatar: put('/api/profile/avatar', {
    summary: 'Choose a drawn profile picture',
    access: 'signedIn',
    limit: USUAL,
    body: z.object({ drawing: z.enum(AVATAR_DRAWINGS) }),
    reply: Profile,
  }),
  removeAvatar: del('/api/profile/avatar', {
    summary: 'Remove the caller’s profile picture',
    access: 'signedIn',
    limit: USUAL,
    reply: Profile,
  }),
})
