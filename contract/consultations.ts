import * as z from 'zod/mini'

import { WEEKDAYS } from '#rules/recurrence'

import { type CallLimit, del, endpoints, get, patch, post, put } from './endpoint.ts'
import {
  Day,
  email,
  Id,
  page,
  pageQuery,
  properName,
  text,
  Timestamp,
  TimeZone,
  words,
} from './fields.ts'
import { USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'

/** Days for which a past consultation is stored. */
export const CONSULTATION_DAYS = 90

const TimeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, such as 09:30'))

const beginsFirst = z.refine<{ from: string; to: string }>(({ from, to }) => from < to, {
  error: 'The end must be after the start',
  path: ['to'],
})

const hours = { from: TimeOfDay, to: TimeOfDay }
const WeeklyHours = z.object({ weekday: z.enum(WEEKDAYS), ...hours }).check(beginsFirst)
const DayException = z.union([
  z.object({ day: Day, kind: z.literal('off') }),
  z.object({ day: Day, kind: z.literal('extra'), ...hours }).check(beginsFirst),
])

const whole = (least: number, most: number) =>
  z.int('Please enter a whole number').check(z.minimum(least), z.maximum(most))

const VideoUrl = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((url) => url === '' || /^https:\/\/[^\s"<>\\]+$/.test(url), {
    message: 'Please enter an address that starts with https://',
  }),
)

const availability = {
  /** False pauses all bookings. */
  open: z.boolean(),
  time_zone: TimeZone,
  video_url: VideoUrl,
  weekly: z.array(WeeklyHours).check(z.maxLength(40)),
  exceptions: z.array(DayException).check(z.maxLength(100)),
  buffer_minutes: whole(0, 120),
  notice_hours: whole(0, 336),
  days_ahead: whole(1, 120),
  per_day: whole(1, 20),
}

export const Availability = z.object(availability)
export const AvailabilityChange = z.object(availability).check(
  z.refine(({ open, video_url }) => !open || video_url !== '', {
    error: 'Please add your video call link first',
    path: ['video_url'],
  }),
  z.refine(({ open, weekly, exceptions }) => !open || weekly.length + exceptions.length > 0, {
    error: 'Please add the hours when families can book you',
    path: ['weekly'],
  }),
)
export type Availability = z.output<typeof Availability>

const Host = z.object({ id: Id, name: z.string(), time_zone: z.string() })
/** Null once the account is deleted. */
const FormerHost = z.nullable(Host)

export const Slot = z.object({ starts_at: Timestamp, ends_at: Timestamp, host: Host })
export type Slot = z.output<typeof Slot>

const STATES = ['held', 'confirmed', 'cancelled', 'lapsed', 'met', 'no_show'] as const

export const NewConsultation = z.object({
  host_id: Id,
  starts_at: Timestamp,
  name: properName(100, 'Please enter your name'),
  email: email('Please enter your email address'),
  /** The visitor's time zone, used in emails. */
  time_zone: TimeZone,
  /** Notes for the teacher before the conversation. */
  notes: z._default(text(2000).check(z.trim()), ''),
})

const HeldSlot = z.object({
  starts_at: Timestamp,
  ends_at: Timestamp,
  host: Host,
  /** The slot is reserved until then. */
  held_until: Timestamp,
})
export type HeldSlot = z.output<typeof HeldSlot>

/** Consultation as the family sees it through the link in their emails. */
export const Consultation = z.object({
  state: z.enum(STATES),
  starts_at: Timestamp,
  ends_at: Timestamp,
  host: FormerHost,
  time_zone: z.string(),
  name: z.string(),
  email: z.string(),
  notes: z.string(),
  held_until: Timestamp,
  /** Set once it is confirmed. */
  video_url: z.nullable(z.string()),
  who_cancelled: z.nullable(z.enum(['family', 'host'])),
  cancelled_because: z.string(),
  /** Titles of the first quests, chosen after the meeting. */
  first_plan: z.array(z.string()),
})
export type Consultation = z.output<typeof Consultation>

export const Booking = z.object({
  id: Id,
  state: z.enum(STATES),
  starts_at: Timestamp,
  ends_at: Timestamp,
  host: FormerHost,
  name: z.string(),
  email: z.string(),
  time_zone: z.string(),
  notes: z.string(),
  video_url: z.string(),
  who_cancelled: z.nullable(z.enum(['family', 'host'])),
  cancelled_because: z.string(),
  /** Time of the invitation sent to the family. */
  invited_at: z.nullable(Timestamp),
  first_plan: z.array(z.object({ id: Id, title: z.string() })),
})
export type Booking = z.output<typeof Booking>

export const Invite = z.object({
  /** First quests of the family. */
  quest_ids: z._default(z.array(Id).check(z.maxLength(5, 'Please choose up to five quests')), []),
})

export const HostCancellation = z.object({
  because: words(1000, 'Please write a short message to the family'),
})

const LinkParams = z.object({ token: text(200) })

/** Cheap for anyone with the link, but limits guessing. */
const VIEWS = {
  name: 'consultation-looks',
  points: 300,
  seconds: 900,
  message: WAIT_A_FEW_MINUTES,
  per: 'network',
} satisfies CallLimit
/** Each sends an email. */
const INVITATIONS = {
  name: 'consultation-invitations',
  points: 60,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit
/** A network can be a school's. */
const BOOKINGS = {
  name: 'consultations',
  points: 60,
  seconds: 3600,
  message: 'You’ve made a lot of bookings. Please try again later.',
  per: 'network',
} satisfies CallLimit
const EASY_BOOKINGS = {
  ...BOOKINGS,
  name: 'consultations-easy',
  points: 20,
  orProof: true,
} satisfies CallLimit

export const consultations = endpoints({
  listSlots: get('/api/consultations/slots', {
    summary: 'Available half-hour slots, two weeks per page',
    access: 'public',
    limit: VIEWS,
    query: z.object({
      cursor: pageQuery.cursor,
      /** Filters by one teacher. */
      host_id: z.optional(Id),
    }),
    reply: page(Slot),
  }),
  book: post('/api/consultations', {
    summary: 'Hold a slot for fifteen minutes, to be confirmed through an emailed link',
    access: 'public',
    limit: [EASY_BOOKINGS, BOOKINGS],
    idempotent: true,
    body: NewConsultation,
    reply: HeldSlot,
    status: 201,
  }),
  showConsultation: get('/api/consultations/{token}', {
    summary: 'A consultation, for the holder of its link',
    access: 'public',
    limit: VIEWS,
    params: LinkParams,
    reply: Consultation,
  }),
  confirmConsultation: post('/api/consultations/{token}', {
    summary: 'Confirm a held slot',
    access: 'public',
    limit: VIEWS,
    idempotent: true,
    params: LinkParams,
    reply: Consultation,
  }),
  moveConsultation: patch('/api/consultations/{token}', {
    summary: 'Move a consultation to another slot, with any teacher',
    access: 'public',
    limit: VIEWS,
    idempotent: true,
    params: LinkParams,
    body: z.object({ starts_at: Timestamp, host_id: z.optional(Id) }),
    reply: Consultation,
  }),
  cancelConsultation: del('/api/consultations/{token}', {
    summary: 'Cancel',
    access: 'public',
    limit: VIEWS,
    params: LinkParams,
    reply: Consultation,
  }),
  eraseConsultation: del('/api/consultations/{token}/data', {
    summary: 'Cancel a consultation and immediately erase its name, email address and notes',
    access: 'public',
    limit: VIEWS,
    params: LinkParams,
  }),
  getConsultationIcs: get('/api/consultations/{token}/consultation.ics', {
    summary: 'A consultation as a calendar file (iCalendar)',
    access: 'public',
    limit: VIEWS,
    kind: 'download',
    params: LinkParams,
  }),
  getAvailability: get('/api/advisor/availability', {
    summary: 'The caller’s availability for consultations',
    access: 'advisor',
    reply: Availability,
  }),
  changeAvailability: put('/api/advisor/availability', {
    summary: 'Set the caller’s availability for consultations',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: AvailabilityChange,
    reply: Availability,
  }),
  listBookings: get('/api/advisor/consultations', {
    summary: 'The caller’s consultations: upcoming (soonest first) or past',
    access: 'advisor',
    query: z.object({ ...pageQuery, when: z._default(z.enum(['ahead', 'over']), 'ahead') }),
    reply: page(Booking),
  }),
  listAllBookings: get('/api/admin/consultations', {
    summary: 'All teachers’ consultations: upcoming (soonest first) or past',
    access: 'admin',
    query: z.object({ ...pageQuery, when: z._default(z.enum(['ahead', 'over']), 'ahead') }),
    reply: page(Booking),
  }),
  settleBooking: post('/api/advisor/consultations/{id}/outcome', {
    summary: 'Record whether the consultation took place, as its host or an admin',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: z.object({ outcome: z.enum(['met', 'no_show']) }),
    reply: Booking,
  }),
  cancelBooking: post('/api/advisor/consultations/{id}/cancel', {
    summary: 'Cancel a consultation with a message to the family, as its host or an admin',
    access: 'advisor',
    limit: USUAL,
    idempotent: true,
    body: HostCancellation,
    reply: Booking,
  }),
  inviteFamily: post('/api/advisor/consultations/{id}/invite', {
    summary: 'Invite the family by email after a consultation, with suggested first quests',
    access: 'advisor',
    limit: INVITATIONS,
    idempotent: true,
    body: Invite,
    reply: Booking,
  }),
})
