import * as z from 'zod/mini'

import { ROLES } from '#rules/membership'
import { TIER_SOURCES, TIERS } from '#rules/tiers'

import { LoginReply } from './auth.ts'
import { ACCOUNT_STATUSES, type CallLimit, del, endpoints, get, patch, post } from './endpoint.ts'
import { Day, Id, page, pageQuery, text, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'

export const PEOPLE_ORDERS = ['name', 'newest'] as const

const ListedPerson = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a learner without an address. */
  email: z.nullable(z.string()),
  sign_in_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  subscription_tier: z.enum(TIERS),
  status: z.enum(ACCOUNT_STATUSES),
  email_verified: z.boolean(),
  created_at: Timestamp,
  /** Time of the last session renewal; null without a session. */
  last_seen_at: z.nullable(Timestamp),
})
export type ListedPerson = z.output<typeof ListedPerson>

const Named = z.object({ id: Id, name: z.string() })

export const AdministeredPerson = z.extend(ListedPerson, {
  /** Current age group; null if no birthday is known. */
  age_group: z.nullable(z.enum(['child', 'teenager', 'adult'])),
  avatar_url: z.nullable(z.string()),
  /** Last day of the teaching license; null if unknown. */
  licence_expires_on: z.nullable(Day),
  safeguarding: z.boolean(),
  /** The next import that lists the person lifts the suspension. */
  suspended_by_roster: z.optional(z.boolean()),
  deletion_due_at: z.nullable(Timestamp),
  /** Tiers by source; the first one applies. */
  tiers: z.array(
    z.object({ source: z.enum(TIER_SOURCES), tier: z.enum(TIERS), granted_at: Timestamp }),
  ),
  /** Number of signed-in devices. */
  sessions: z.number(),
  guardians: z.array(z.object({ id: z.nullable(Id), name: z.string(), email: z.string() })),
  /** Learners of whom the person is a guardian. */
  children: z.array(Named),
  advisors: z.array(Named),
  /** Number of learners whom they advise. */
  learners: z.number(),
})
export type AdministeredPerson = z.output<typeof AdministeredPerson>

const reason = words(500, 'A reason is required')
const birthday = Day.check(
  z.refine(
    (day) => day <= new Date().toISOString().slice(0, 10),
    'A birthday cannot be in the future',
  ),
  z.refine((day) => day >= '1900-01-01', 'Please enter the year with four digits'),
)

export const PersonChange = z
  .object({
    role: z.optional(z.enum(ROLES)),
    /** Null revokes the tier that an admin gave; a paid or contractual tier then applies. */
    subscription_tier: z.optional(z.nullable(z.enum(TIERS))),
    status: z.optional(z.enum(['active', 'suspended'])),
    licence_expires_on: z.optional(z.nullable(Day)),
    /** Never shown to admins, who know an age group. Another age group can close the account until a guardian consents. */
    date_of_birth: z.optional(birthday),
    reason: z.optional(reason),
  })
  .check(
    z.refine(
      ({ status, date_of_birth, reason }) =>
        reason !== undefined || (status !== 'suspended' && date_of_birth === undefined),
      {
        error: 'A reason is required',
        path: ['reason'],
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
  )

export const Birthday = z.object({ date_of_birth: birthday, reason })

export const SignInAs = z.object({ reason })

const LINKS = {
  name: 'password-links',
  points: 60,
  seconds: 3600,
  message: 'Too many links have been sent. Please wait a while.',
  per: 'caller',
} satisfies CallLimit

export const people = endpoints({
  listPeople: get('/api/admin/users', {
    summary: 'Accounts, searchable by part of a name or email address',
    access: 'admin',
    query: z.object({
      ...pageQuery,
      cursor: z.optional(text(2000)),
      search: z._default(text(100), ''),
      role: z.optional(z.enum(ROLES)),
      tier: z.optional(z.enum(TIERS)),
      status: z.optional(z.enum(ACCOUNT_STATUSES)),
      sort: z._default(z.enum(PEOPLE_ORDERS), 'name'),
    }),
    reply: z.extend(page(ListedPerson), {
      /** Number of matches; null without a search term, or if there are too many to count. */
      found: z.nullable(z.number()),
    }),
  }),
  showPerson: get('/api/admin/users/{id}', {
    summary: 'A person’s account and the people connected to it',
    access: 'admin',
    reply: AdministeredPerson,
  }),
  changePerson: patch('/api/admin/users/{id}', {
    summary: 'Change a person’s role, tier or licence, or suspend or reinstate them',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: PersonChange,
    reply: AdministeredPerson,
  }),
  sendPasswordLink: post('/api/admin/users/{id}/password-link', {
    summary: 'Email a person a password reset link',
    access: 'admin',
    limit: LINKS,
    idempotent: true,
  }),
  endPersonSessions: del('/api/admin/users/{id}/sessions', {
    summary: 'Sign a person out everywhere',
    access: 'admin',
    limit: USUAL,
    reply: AdministeredPerson,
  }),
  signInAs: post('/api/admin/users/{id}/sign-in-as', {
    summary: 'Impersonate a person: read-only, with a reason, for half an hour',
    access: 'admin',
    limit: USUAL,
    body: SignInAs,
    reply: LoginReply,
  }),
  stopActing: post('/api/auth/stop-acting', {
    summary: 'End impersonation',
    access: 'session',
    limit: USUAL,
    whileActing: true,
    reply: LoginReply,
  }),
})
