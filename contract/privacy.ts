import * as z from 'zod/mini'

import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { atMost, Id, page, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'
import { Profile } from './profile.ts'

/** Days for which a finished export can be downloaded. */
export const EXPORT_DAYS = 7
/** Days in which a closed account can be restored. */
export const DELETION_DAYS = 30

export const Export = z.object({
  id: Id,
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Address of the ZIP; null until it is ready. */
  url: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.number()),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Export = z.output<typeof Export>

/** The typed address confirms the intent; the password confirms the identity. */
export const Closing = z.object({
  /** The email address, or the sign-in name of an account without one. */
  confirmation: z
    .string('Please type your email address')
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'Please type your email address'),
      atMost(254),
    ),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), atMost(1000)),
})

const EXPORTS = {
  name: 'exports',
  points: 10,
  seconds: 24 * 3600,
  message: 'Too many requests. Please wait a while and try again.',
  per: 'caller',
} satisfies CallLimit
const CLOSINGS = {
  name: 'closings',
  points: 10,
  seconds: 900,
  message: 'Too many requests. Please wait a while and try again.',
  per: 'caller',
} satisfies CallLimit

export const privacy = endpoints({
  requestExport: post('/api/profile/export', {
    summary: 'Export all the caller’s data as a ZIP',
    access: 'signedIn',
    notByCard: true,
    limit: EXPORTS,
    reply: Export,
    status: 202,
  }),
  listExports: get('/api/profile/exports', {
    summary: 'The caller’s recent exports, newest first',
    access: 'signedIn',
    notByCard: true,
    reply: page(Export),
  }),
  requestChildExport: post('/api/learners/{id}/export', {
    summary: 'Export all a child’s data as a ZIP, as their guardian',
    access: 'signedIn',
    limit: EXPORTS,
    learner: { from: 'params.id', may: 'exportData' },
    reply: Export,
    status: 202,
  }),
  listChildExports: get('/api/learners/{id}/exports', {
    summary: 'A child’s recent exports, newest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'exportData' },
    reply: page(Export),
  }),
  closeAccount: del('/api/profile', {
    summary: 'Delete the caller’s account; can be undone for 30 days',
    access: 'signedIn',
    learner: { from: 'caller', may: 'eraseData' },
    limit: CLOSINGS,
    body: Closing,
    reply: Profile,
  }),
  restoreAccount: post('/api/profile/restore', {
    summary: 'Cancel the pending deletion of an account',
    access: 'session',
    notByCard: true,
    limit: USUAL,
    reply: Profile,
  }),
})
