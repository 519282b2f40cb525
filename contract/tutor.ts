import * as z from 'zod/mini'

import { MAX_TUTOR_MESSAGE_LENGTH } from '#rules/message-limits'
import { CRISES, SEVERITIES } from '#rules/safety'
import { CLOSED_REASONS } from '#rules/tutor'

import { endpoints, get, post, put } from './endpoint.ts'
import { Id, line, page, pageQuery, Timestamp, TimeZone, words } from './fields.ts'
import { USUAL } from './limits.ts'

/** Maximum messages of a conversation, including answers. A new one starts after that. */
export const MAX_MESSAGES = 200

const TIME_OF_DAY = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/
const TimeOfDay = z.string().check(z.regex(TIME_OF_DAY, 'Please enter a time such as 16:30'))

/** A family's decisions about the tutor. Changes replace all of them. */
export const TutorSettings = z.object({
  enabled: z.boolean(),
  /** Daily; may span midnight. */
  hours: z.object({ from: TimeOfDay, to: TimeOfDay }).check(
    z.refine(({ from, to }) => from !== to, {
      error: 'The end must be different from the start',
      path: ['to'],
    }),
  ),
  daily_minutes: z
    .number('Please enter a number of minutes')
    .check(
      z.int('Please enter a whole number'),
      z.minimum(0, 'Please enter 0 to 1440 minutes'),
      z.maximum(1440, 'Please enter 0 to 1440 minutes'),
    ),
  blocked_topics: z
    .array(line(40, 'Please enter a topic'))
    .check(z.maxLength(30, 'Please list up to 30 topics')),
  /** Minimum severity of a report that is emailed; serious ones always are. */
  alert_level: z.enum(SEVERITIES),
  retention_days: z
    .number('Please enter a number of days')
    .check(
      z.int('Please enter a whole number'),
      z.minimum(1, 'Please choose 1 to 365 days'),
      z.maximum(365, 'Please choose 1 to 365 days'),
    ),
})
export type TutorSettings = z.output<typeof TutorSettings>

export const TutorConversation = z.object({
  id: Id,
  /** Title of the task or quest. */
  title: z.string(),
  quest_id: z.nullable(Id),
  quest_title: z.nullable(z.string()),
  task_id: z.nullable(Id),
  created_at: Timestamp,
  last_message_at: Timestamp,
})
export type TutorConversation = z.output<typeof TutorConversation>

/** `waiting` and `writing` are in progress. `stopped`: by the learner. `failed`: incomplete; the received text is kept. */
export const ANSWER_STATES = ['done', 'waiting', 'writing', 'stopped', 'failed'] as const

export const TutorMessage = z.object({
  id: Id,
  author: z.enum(['learner', 'tutor']),
  /** Plain text with line breaks. */
  text: z.string(),
  /** For answers: a language model, the built-in coach, or a fixed reply of this site. */
  origin: z.nullable(z.enum(['model', 'coach', 'house'])),
  state: z.enum(ANSWER_STATES),
  /** The page shows crisis contacts with such an answer. */
  crisis: z.nullable(z.enum(CRISES)),
  created_at: Timestamp,
})
export type TutorMessage = z.output<typeof TutorMessage>

export const NewConversation = z.object({
  quest_id: z.optional(Id),
  task_id: z.optional(Id),
})

export const NewTutorMessage = z.object({
  text: words(MAX_TUTOR_MESSAGE_LENGTH, 'Please write something'),
})

const talk = z.extend(page(TutorMessage), {
  conversation: TutorConversation,
  /** An adult responsible for the learner can read the conversation now. */
  family_reads: z.boolean(),
})

const useTutor = { from: 'caller', may: 'useTutor' } as const

/** Server-sent events of an answer, each as JSON. */
export type TutorEvent =
  /** The learner's stored message; sent first. */
  | { event: 'asked'; data: TutorMessage }
  /** The answer so far; replaces any text shown before. */
  | { event: 'answer'; data: TutorMessage }
  /** Appends to the answer. */
  | { event: 'text'; data: { text: string } }
  /** The stored answer; sent last. */
  | { event: 'done'; data: TutorMessage }

/** Time zone of the hours in the body and the reply. Without one, they are in the family’s. */
const inZone = z.object({ time_zone: z.optional(TimeZone) })

export const tutor = endpoints({
  tutorStatus: get('/api/tutor', {
    summary: 'Whether the caller can use the tutor now, and which model answers',
    access: 'signedIn',
    learner: useTutor,
    query: inZone,
    reply: z.object({
      open: z.boolean(),
      closed_because: z.nullable(z.enum(CLOSED_REASONS)),
      hours: z.object({ from: z.string(), to: z.string() }),
      minutes_left: z.number(),
      /** The built-in coach asks its questions without a language model, or while the model does not respond. */
      answered_by: z.enum(['model', 'coach']),
      retention_days: z.number(),
    }),
  }),
  startConversation: post('/api/tutor/conversations', {
    summary: 'Start a tutor conversation, optionally about a quest or one of its tasks',
    access: 'signedIn',
    limit: USUAL,
    learner: useTutor,
    idempotent: true,
    body: NewConversation,
    reply: TutorConversation,
    status: 201,
  }),
  listConversations: get('/api/tutor/conversations', {
    summary: 'The caller’s tutor conversations, most recently active first',
    access: 'signedIn',
    learner: useTutor,
    query: z.object(pageQuery),
    reply: page(TutorConversation),
  }),
  listMessages: get('/api/tutor/conversations/{id}/messages', {
    summary: 'A tutor conversation’s messages, oldest first',
    access: 'signedIn',
    learner: useTutor,
    reply: talk,
  }),
  askTutor: post('/api/tutor/conversations/{id}/messages', {
    summary:
      'Send the tutor a message; the answer streams as server-sent events. Repeating an Idempotency-Key returns the stored answer',
    access: 'signedIn',
    limit: USUAL,
    learner: useTutor,
    kind: 'events',
    idempotent: true,
    body: NewTutorMessage,
  }),
  listChildConversations: get('/api/tutor/parent/conversations/{id}', {
    summary: 'A child’s tutor conversations, for their guardians',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readTutorTalks' },
    query: z.object(pageQuery),
    reply: page(TutorConversation),
  }),
  listChildMessages: get('/api/tutor/parent/conversations/{id}/messages', {
    summary: 'The messages in a child’s tutor conversation, oldest first',
    access: 'signedIn',
    learner: { from: 'owner of tutor conversation', may: 'readTutorTalks' },
    reply: talk,
  }),
  getTutorSettings: get('/api/tutor/parent/settings/{id}', {
    summary: 'A family’s tutor settings, or the defaults',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'readTutorTalks' },
    query: inZone,
    reply: TutorSettings,
  }),
  changeTutorSettings: put('/api/tutor/parent/settings/{id}', {
    summary:
      'Set a family’s tutor settings; apply from the next message. Hours are in the given time zone',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'setTutor' },
    query: inZone,
    body: TutorSettings,
    reply: TutorSettings,
  }),
})
