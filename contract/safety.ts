import * as z from 'zod/mini'

import { REPORT_REASONS } from '#rules/messages'
import {
  CRISES,
  RECIPIENT_LEVELS,
  REPORT_STATES,
  SAFETY_CATEGORIES,
  SEVERITIES,
} from '#rules/safety'

import { endpoints, get, patch, post, put } from './endpoint.ts'
import { Id, page, pageQuery, Timestamp, words } from './fields.ts'
import { USUAL } from './limits.ts'
import { TutorMessage } from './tutor.ts'

export const SafetyReport = z.object({
  id: Id,
  /** Null once the conversation is deleted. */
  conversation_id: z.nullable(Id),
  severity: z.enum(SEVERITIES),
  category: z.enum(SAFETY_CATEGORIES),
  excerpt: z.string(),
  state: z.enum(REPORT_STATES),
  created_at: Timestamp,
})
export type SafetyReport = z.output<typeof SafetyReport>

const name = z.string()

/** Report without its content, as listed for its recipients. */
const SafetyCase = z.object({
  id: Id,
  learner: z.object({ id: Id, name }),
  severity: z.enum(SEVERITIES),
  category: z.enum(SAFETY_CATEGORIES),
  state: z.enum(REPORT_STATES),
  /** Hidden from guardians, because it may be about one of them. */
  held_back: z.boolean(),
  created_at: Timestamp,
})
export type SafetyCase = z.output<typeof SafetyCase>

const QuotedMessage = z.object({
  author: z.string(),
  text: z.string(),
  files: z.array(z.object({ id: Id, name: z.string() })),
  created_at: Timestamp,
  /** The report is about this message; the others are context. */
  reported: z.boolean(),
  /** False for messages that the site withheld. */
  delivered: z.boolean(),
})
export type QuotedMessage = z.output<typeof QuotedMessage>

const OpenedReport = z.extend(SafetyReport, {
  learner: z.object({ id: Id, name }),
  held_back: z.boolean(),
  /** Families that read on in the withheld conversation once it is a false alarm; null if it withholds none. */
  reopens: z.nullable(z.enum(['families', 'other_families'])),
  /** False if the learner is not in the conversation: a release would show one guardian what another wrote. */
  releasable: z.boolean(),
  /** Null if nobody was emailed. */
  reached: z.nullable(z.enum(RECIPIENT_LEVELS)),
  /** Messages that caused the report, and the answers to them. */
  messages: z.array(TutorMessage),
  /** Messages between people at the time of the report; null for the tutor. */
  quoted: z.nullable(
    z.object({
      /** Null if nobody reported it, or the account was deleted. */
      by: z.nullable(z.string()),
      reason: z.nullable(z.enum(REPORT_REASONS)),
      note: z.nullable(z.string()),
      messages: z.array(QuotedMessage),
    }),
  ),
})
export type OpenedReport = z.output<typeof OpenedReport>

export const ReportChange = z.object({ state: z.enum(REPORT_STATES) })
export const Release = z.object({
  reason: words(1000, 'Please say why the guardians may read it now'),
})

const CrisisHelp = z.object({
  /** Null if only the international list is available. */
  country: z.nullable(z.string()),
  countries: z.array(z.object({ code: z.string(), name })),
  lines: z.array(
    z.object({
      name,
      /** Contact instruction: “Call or text 988”. */
      reach: z.string(),
      /** For a `tel:` link; null without a number. */
      phone: z.nullable(z.string()),
      url: z.nullable(z.string()),
      about: z.string(),
      /** Opening hours; null if always open. */
      hours: z.nullable(z.string()),
    }),
  ),
  emergency: z.nullable(z.string()),
})
export type CrisisHelp = z.output<typeof CrisisHelp>

const Safeguard = z.object({
  id: Id,
  name,
  safeguarding: z.boolean(),
})

export const safety = endpoints({
  listSafetyReports: get('/api/tutor/parent/safety-reports/{id}', {
    summary: 'Safety reports about a child for their guardian, newest first',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readSafetyReports' },
    query: z.object(pageQuery),
    reply: page(SafetyReport),
  }),
  openSafetyReport: get('/api/safety/reports/{id}', {
    summary: 'A safety report, with the messages it is based on',
    access: 'signedIn',
    learner: { from: 'owner of safety report', may: 'readSafetyReports' },
    reply: OpenedReport,
  }),
  changeSafetyReport: patch('/api/safety/reports/{id}', {
    summary: 'Mark a report as seen, acted on or a false alarm',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'owner of safety report', may: 'readSafetyReports' },
    body: ReportChange,
    reply: SafetyReport,
  }),
  releaseSafetyReport: post('/api/safety/reports/{id}/release', {
    summary: 'Release a held-back report to guardians, with a reason',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'owner of safety report', may: 'releaseSafetyReport' },
    body: Release,
    reply: SafetyReport,
  }),
  countSafetyReports: get('/api/safety/waiting', {
    summary: 'The number of unopened reports for each of the caller’s children',
    access: 'signedIn',
    reply: z.object({
      children: z.array(z.object({ id: Id, first_name: name, reports: z.number() })),
    }),
  }),
  listSafetyCases: get('/api/safety/reports', {
    summary: 'Safety reports for the caller as staff, open ones first',
    access: 'advisor',
    query: z.object(pageQuery),
    reply: page(SafetyCase),
  }),
  listSafeguards: get('/api/admin/safeguarding', {
    summary: 'The safeguarding leads, and how many reports await them',
    access: 'admin',
    reply: z.object({ staff: z.array(Safeguard), waiting: z.number() }),
  }),
  nameSafeguard: put('/api/admin/safeguarding/{id}', {
    summary: 'Add or remove a safeguarding lead',
    access: 'admin',
    limit: USUAL,
    body: z.object({ safeguarding: z.boolean() }),
    reply: Safeguard,
  }),
  crisisHelp: get('/api/crisis-help', {
    summary: 'Crisis helplines in a country',
    access: 'session',
    whileActing: true,
    query: z.object({
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'Two letters, such as GB'))),
      /** Lists lines for this crisis first. */
      about: z.optional(z.enum(CRISES)),
    }),
    reply: CrisisHelp,
  }),
})
