import * as z from 'zod/mini'

import { fitsIntoDays, OUTSIDE_HOURS, OUTSIDE_KINDS, OUTSIDE_STATES } from '#rules/outside-work'

import { Reason } from './advising.ts'
import { SubjectName } from './credits.ts'
import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { Day, email, Id, properName, text, Timestamp, words } from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

const facts = {
  kind: z.enum(OUTSIDE_KINDS, 'Please choose a kind'),
  /** The learner's part in it, as a noun: "Apprentice baker". */
  title: properName(100, 'Please say what you did'),
  organisation: properName(100, 'Please say where'),
  subject: z.enum(SubjectName.options, 'Please choose a subject'),
}

const days = {
  from_day: z.iso.date('Please enter the first day'),
  until_day: z.iso.date('Please enter the last day'),
}

const wholeHours = z.coerce
  .number('Please enter the hours')
  .check(
    z.int('Please enter whole hours'),
    z.minimum(OUTSIDE_HOURS.min, `From ${OUTSIDE_HOURS.min} to ${OUTSIDE_HOURS.max} hours`),
    z.maximum(OUTSIDE_HOURS.max, `From ${OUTSIDE_HOURS.min} to ${OUTSIDE_HOURS.max} hours`),
  )

const witness = {
  witness_name: properName(100, 'Please enter the name'),
  /** The witness's part in it: "Owner of the bakery". */
  witness_role: properName(100, 'Please say who that is'),
}

export const NewOutsideWork = z
  .object({
    ...facts,
    ...days,
    hours: wholeHours,
    about: words(2000, 'Please say what you learned'),
    ...witness,
    witness_email: email('Please enter the email address'),
  })
  .check(
    z.refine(({ from_day, until_day }) => from_day <= until_day, {
      error: 'The last day must not be before the first',
      path: ['until_day'],
    }),
    z.refine(
      ({ hours, ...range }) => range.from_day > range.until_day || fitsIntoDays(hours, range),
      { error: 'That is more than 16 hours a day', path: ['hours'] },
    ),
  )

/** A piece of work outside of the site, which a witness confirms and an advisor credits. */
export const OutsideWork = z.object({
  id: Id,
  kind: z.enum(OUTSIDE_KINDS),
  title: z.string(),
  organisation: z.string(),
  subject: SubjectName,
  from_day: Day,
  until_day: Day,
  hours: z.int(),
  about: z.string(),
  witness_name: z.string(),
  witness_role: z.string(),
  /** Null once the witness has answered, or is no longer asked. */
  witness_email: z.nullable(z.string()),
  state: z.enum(OUTSIDE_STATES),
  created_at: Timestamp,
  asked_at: z.nullable(Timestamp),
  answered_at: z.nullable(Timestamp),
  confirmed_hours: z.nullable(z.int()),
  declined_because: z.nullable(z.string()),
})
export type OutsideWork = z.output<typeof OutsideWork>

/** The question to a witness, for the holder of its link. */
export const WitnessQuestion = z.object({
  /** First name and an initial. */
  learner: z.string(),
  kind: z.enum(OUTSIDE_KINDS),
  title: z.string(),
  organisation: z.string(),
  from_day: Day,
  until_day: Day,
  hours: z.int(),
  witness_name: z.string(),
  /** Null when the account is deleted. */
  asked_by: z.nullable(z.string()),
  /** Null before the first answer; 0 hours if it was not confirmed. */
  answered_hours: z.nullable(z.int()),
  /** False once it is decided: the answer can no longer change. */
  open: z.boolean(),
})
export type WitnessQuestion = z.output<typeof WitnessQuestion>

/** No words: nobody outside of the site writes to a learner. */
export const WitnessAnswer = z.object({
  /** Confirmed hours, at most those stated; 0 if they cannot be confirmed. */
  hours: z.coerce
    .number('Please enter the hours')
    .check(z.int('Please enter whole hours'), z.minimum(0), z.maximum(OUTSIDE_HOURS.max)),
})

const LinkParams = z.object({ token: text(200) })

/** Cheap for anyone with the link, but limits guessing. */
const VIEWS = {
  name: 'witness-looks',
  points: 120,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
} satisfies CallLimit
/** Each sends an email to an outsider. */
const QUESTIONS = {
  name: 'witness-questions',
  points: 60,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const outsideWork = endpoints({
  listOutsideWork: get('/api/outside-work', {
    summary: 'A learner’s work outside of the site, newest first',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    query: z.object({ learner_id: z.optional(Id) }),
    reply: z.object({ items: z.array(OutsideWork) }),
  }),
  proposeOutsideWork: post('/api/outside-work', {
    summary: 'Tell the advisor of work outside of the site, with a witness; from 13 on',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'caller', may: 'work' },
    idempotent: true,
    body: NewOutsideWork,
    reply: OutsideWork,
    status: 201,
  }),
  withdrawOutsideWork: del('/api/outside-work/{id}', {
    summary: 'Delete one’s own work outside of the site, unless it is credited',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'owner of outside work', may: 'work' },
  }),
  askWitness: post('/api/advisor/outside-work/{id}/ask', {
    summary: 'Ask the witness by email to confirm the hours',
    access: 'advisor',
    limit: QUESTIONS,
    learner: { from: 'owner of outside work', may: 'recordCredit' },
    idempotent: true,
    reply: OutsideWork,
  }),
  declineOutsideWork: post('/api/advisor/outside-work/{id}/decline', {
    summary: 'Decline work outside of the site, with a reason for the learner',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of outside work', may: 'recordCredit' },
    idempotent: true,
    body: Reason,
    reply: OutsideWork,
  }),
  creditOutsideWork: post('/api/advisor/outside-work/{id}/credit', {
    summary: 'Credit the confirmed hours by the plan’s measure',
    access: 'advisor',
    limit: USUAL,
    learner: { from: 'owner of outside work', may: 'recordCredit' },
    idempotent: true,
    reply: OutsideWork,
  }),
  showWitnessQuestion: get('/api/witness/{token}', {
    summary: 'The question to a witness, for the holder of its link',
    access: 'public',
    limit: VIEWS,
    params: LinkParams,
    reply: WitnessQuestion,
  }),
  answerAsWitness: post('/api/witness/{token}', {
    summary: 'Confirm the hours of work outside of the site, or not',
    access: 'public',
    limit: VIEWS,
    idempotent: true,
    params: LinkParams,
    body: WitnessAnswer,
    reply: WitnessQuestion,
  }),
})
