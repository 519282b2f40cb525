import * as z from 'zod/mini'

import { ROLES } from '#rules/membership'

import { del, endpoints, get, post } from './endpoint.ts'
import { Id, page, pageQuery, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

const count = z.number()
const oldest = z.nullable(Timestamp)
const Waiting = z.object({ count, oldest_at: oldest })

const seconds = z.nullable(z.number())

/** How fast calls were answered, as far as that is counted: within these seconds. Null where it took longer than any of them. */
const Speed = z.object({
  answers: count,
  /** Within which half of them were there. */
  half_within: seconds,
  /** Within which 95 of a hundred were there. */
  most_within: seconds,
  failed: count,
  /** Turned away: too busy, or without a database. */
  unavailable: count,
  slow_statements: count,
})

const Overview = z.object({
  people: z.array(z.object({ role: z.enum(ROLES), count })),
  /** People with a session that was in use in the last seven days. */
  active_this_week: count,
  /** What waits for somebody. */
  waiting: z.object({
    reviews: Waiting,
    consent_forms: Waiting,
    /** Learners without an advisor. */
    unassigned: count,
    /** Safety reports that came to staff and that nobody has opened. */
    safety_reports: count,
    /** Somebody is named to read them. */
    has_safeguard: z.boolean(),
    /** What people have said about others. */
    person_reports: count,
    invitations: count,
    /** Booked, and not over yet. */
    consultations: count,
    /** Files that were read and not applied. */
    imports: count,
  }),
  /** Of the machine that answers, in this hour and the one before. */
  speed: Speed,
  /** The newest that the site knows of. */
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
    /** Of all files that are kept. */
    bytes: count,
    files: count,
    /** On the disk that they lie on; null where they are in a bucket. */
    free_bytes: z.nullable(count),
  }),
  database: z.object({
    version: z.string(),
    bytes: count,
    connections: count,
    most_connections: count,
    /** The last change of its tables. */
    migration: z.string(),
  }),
})
export type Overview = z.output<typeof Overview>

export const JOB_STATES = ['failed', 'retrying', 'waiting'] as const

const Job = z.object({
  id: Id,
  /** The queue, by its name in the program. */
  queue: z.string(),
  state: z.enum(JOB_STATES),
  /** Whom or what it is about, as far as that is nobody's secret: an address, or an id. */
  about: z.nullable(z.string()),
  /** Why it failed the last time. */
  reason: z.nullable(z.string()),
  tries: count,
  created_at: Timestamp,
  /** When it is tried again. */
  due_at: z.nullable(Timestamp),
})
export type Job = z.output<typeof Job>

const SpeedReply = z.object({
  /** The machine that answers; others of the same site count for themselves. */
  node: z.string(),
  /** Everything is of the time since then. */
  since: Timestamp,
  all: Speed,
  /** The calls on which most time was spent, those with the most first. */
  calls: z.array(
    z.extend(Speed, {
      call: z.string(),
      /** What the call is for, in words; null for pages and files. */
      summary: z.nullable(z.string()),
    }),
  ),
  /** A statement that takes longer than this counts as slow. */
  slow_after_ms: z.number(),
  memory_bytes: count,
  /** Connections of this machine to the database, and requests that wait for one. */
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
