import * as z from 'zod/mini'

import { ROLES } from '#rules/membership'

import { del, endpoints, get, post } from './endpoint.ts'
import { Id, page, pageQuery, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

const count = z.number()
const oldest = z.nullable(Timestamp)
const Waiting = z.object({ count, oldest_at: oldest })

const seconds = z.nullable(z.number())

/** Response times as histogram bounds in seconds; null above the highest bound. */
const Speed = z.object({
  answers: count,
  /** Median. */
  half_within: seconds,
  /** 95th percentile. */
  most_within: seconds,
  failed: count,
  /** Refused because of overload or a missing database. */
  unavailable: count,
  slow_statements: count,
})

const Overview = z.object({
  people: z.array(z.object({ role: z.enum(ROLES), count })),
  /** People with a session in use during the last seven days. */
  active_this_week: count,
  /** Open work. */
  waiting: z.object({
    reviews: Waiting,
    consent_forms: Waiting,
    /** Learners without an advisor. */
    unassigned: count,
    /** Unopened safety reports sent to staff. */
    safety_reports: count,
    /** A safeguarding lead is assigned. */
    has_safeguard: z.boolean(),
    /** Reports about people. */
    person_reports: count,
    invitations: count,
    /** Booked, not yet over. */
    consultations: count,
    /** Files that were read but not applied. */
    imports: count,
  }),
  /** For the responding node, in the current and previous hour. */
  speed: Speed,
  /** Latest known backup. */
  backup: z.nullable(
    z.object({ made_at: Timestamp, bytes: count, is_encrypted: z.boolean(), lacks: count }),
  ),
  jobs: z.object({ waiting: count, oldest_at: oldest, failed: count }),
  mail: z.object({
    way: z.enum(['smtp', 'mailbox', 'none']),
    waiting: count,
    oldest_at: oldest,
    failed: count,
  }),
  storage: z.object({
    /** Total size of all stored files. */
    bytes: count,
    files: count,
    /** Free space on the file disk; null for a bucket. */
    free_bytes: z.nullable(count),
  }),
  database: z.object({
    version: z.string(),
    bytes: count,
    connections: count,
    most_connections: count,
    /** Latest applied migration. */
    migration: z.string(),
  }),
})
export type Overview = z.output<typeof Overview>

export const JOB_STATES = ['failed', 'retrying', 'waiting'] as const

const Job = z.object({
  id: Id,
  /** Queue name. */
  queue: z.string(),
  state: z.enum(JOB_STATES),
  /** Subject of the job if it is not confidential: an address, or an id. */
  about: z.nullable(z.string()),
  /** Last error. */
  reason: z.nullable(z.string()),
  tries: count,
  created_at: Timestamp,
  /** Time of the next attempt. */
  due_at: z.nullable(Timestamp),
})
export type Job = z.output<typeof Job>

const SpeedReply = z.object({
  /** The responding node; nodes count separately. */
  node: z.string(),
  /** Start of the measured period. */
  since: Timestamp,
  all: Speed,
  /** Calls by total time, highest first. */
  calls: z.array(
    z.extend(Speed, {
      call: z.string(),
      /** The endpoint's summary; null for pages and files. */
      summary: z.nullable(z.string()),
    }),
  ),
  /** Threshold of a slow statement. */
  slow_after_ms: z.number(),
  memory_bytes: count,
  /** Database connections of this node, and requests that wait for one. */
  connections: z.object({ busy: count, open: count, most: count, waiting: count }),
})
export type Speeds = z.output<typeof SpeedReply>

export const operations = endpoints({
  showOverview: get('/api/admin/overview', {
    summary: 'How many people there are, what waits, and how the site is doing',
    access: 'admin',
    reply: Overview,
  }),
  showSpeed: get('/api/admin/speed', {
    summary: 'How fast the site has been in the last hour or two, and what failed',
    access: 'admin',
    reply: SpeedReply,
  }),
  listJobs: get('/api/admin/jobs', {
    summary: 'Background work that has failed or waits, newest first',
    access: 'admin',
    query: z.object({
      ...pageQuery,
      queue: z.optional(text(60)),
      state: z.optional(z.enum(JOB_STATES)),
    }),
    reply: z.extend(page(Job), {
      queues: z.array(
        z.object({ name: z.string(), waiting: count, retrying: count, failed: count }),
      ),
    }),
  }),
  retryJob: post('/api/admin/jobs/{id}/retry', {
    summary: 'Try a job again now',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
  }),
  cancelJob: del('/api/admin/jobs/{id}', {
    summary: 'Remove a job: it will not be done',
    access: 'admin',
    limit: USUAL,
  }),
})
