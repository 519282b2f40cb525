import * as z from 'zod/mini'

import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { atMost, email, Id, page, Timestamp } from './fields.ts'
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
  confirmation: email('Please type your email address'),
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
    summary: 'Have all of one’s own data exported as a ZIP',
    access: 'signedIn',
    limit: EXPORTS,
    reply: Export,
    status: 202,
  }),
  listExports: get('/api/profile/exports', {
    summary: 'The own exports of the last days, newest first',
    access: 'signedIn',
    reply: page(Export),
  }),
  requestChildExport: post('/api/learners/{id}/export', {
    summary: 'As a guardian, have all data of a child exported as a ZIP',
    access: 'signedIn',
    limit: EXPORTS,
    learner: { from: 'params.id', may: 'exportData' },
    reply: Export,
    status: 202,
  }),
  listChildExports: get('/api/learners/{id}/exports', {
    summary: 'The exports of a child of the last days, newest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'exportData' },
    reply: page(Export),
  }),
  closeAccount: del('/api/profile', {
    summary: 'Delete one’s own account; it can be undone for 30 days',
    access: 'signedIn',
    learner: { from: 'caller', may: 'eraseData' },
    limit: CLOSINGS,
    body: Closing,
    reply: Profile,
  }),
  restoreAccount: post('/api/profile/restore', {
    summary: 'Keep an account that waits for its deletion',
    access: 'session',
    limit: USUAL,
    reply: Profile,
  }),
})
