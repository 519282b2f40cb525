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
    /** Why files cannot be stored or read, in the words of the storage. */
    problem: z.optional(z.nullable(z.string())),
  }),
  database: z.object({
    version: z.string(),
    bytes: count,
    connections: count,
    most_connections: count,
    /** Latest applied migration. */
    migration: z.string(),
    /** Streaming standbys; the lag is null if the database user may not see it. */
    standbys: z.array(z.object({ name: z.string(), lag_seconds: z.nullable(count) })),
    /** Archive of WAL, without which no moment between backups can be restored; null if the server has none. */
    archive: z.nullable(z.object({ last_at: z.nullable(Timestamp), is_failing: z.boolean() })),
  }),
  /** PUBLIC_URL as seen from the responding node. */
  address: z.object({
    /** `local`: only this machine can reach the site. */
    state: z.enum(['local', 'reachable', 'unreachable']),
    certificate_expires_at: z.nullable(Timestamp),
  }),
  program: z.object({ version: z.string(), node: z.string() }),
  set_up: z.object({
    /** The site's name, support address and postal address were set by an admin. */
    has_school: z.boolean(),
    /** The last test email that the mail server accepted. */
    mail_tested_at: z.nullable(Timestamp),
    /** An admin has said that the legal texts, in this version, were reviewed for this school. */
    are_texts_reviewed: z.boolean(),
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
    summary: 'Numbers of people, pending work and the site’s health',
    access: 'admin',
    reply: Overview,
  }),
  testMail: post('/api/admin/mail/test', {
    summary: 'Send a test email to the caller at once; an error says what the mail server answered',
    access: 'admin',
    limit: USUAL,
    reply: z.object({ to: z.string() }),
  }),
  confirmLegalTexts: post('/api/admin/legal-texts/review', {
    summary: 'Record that the legal texts were reviewed for this school',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
  }),
  showSpeed: get('/api/admin/speed', {
    summary: 'Response times and errors of the last hour or two',
    access: 'admin',
    reply: SpeedReply,
  }),
  listJobs: get('/api/admin/jobs', {
    summary: 'Failed and waiting background jobs, newest first',
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
    summary: 'Retry a job now',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
  }),
  cancelJob: del('/api/admin/jobs/{id}', {
    summary: 'Delete a job without running it',
    access: 'admin',
    limit: USUAL,
  }),
})
