import { type Availability, CONSULTATION_DAYS, consultations } from '#contract/consultations'
import type { Db } from '#platform/database'
import { type App, pageAfter, encodeRowCursor, decodeRowCursor, serve } from '#platform/http'
import type { Limit } from '#platform/limits'

import { book } from './book.ts'
import { toBooking, cancelAsHost, inviteFamily, recordOutcome } from './host.ts'
import { consultationUrl, idOfToken } from './link.ts'
import { cancel, confirm, erase, findBooked, moveConsultation, toReply } from './manage.ts'
import {
  findAvailability,
  deleteOldConsultations,
  expireHolds,
  listOfHost,
  storeAvailability,
} from './queries.ts'
import { sendReminders } from './reminders.ts'
import { listSlots } from './slots.ts'
import { cancelWithoutTeacher } from './without-teacher.ts'
import { writeAppointment } from './write-appointment.ts'

const DAY_MS = 24 * 3_600_000

/** Each move sends emails. */
const MOVES: Limit = {
  name: 'consultation-moves',
  points: 5,
  seconds: 24 * 3600,
  message: 'This consultation has been moved often enough for today. Please try again tomorrow.',
}

/** Default for a teacher without settings. */
const UNSAID: Availability = {
  open: false,
  time_zone: 'UTC',
  video_url: '',
  weekly: [],
  exceptions: [],
  buffer_minutes: 0,
  notice_hours: 12,
  days_ahead: 30,
  per_day: 4,
}

export const consultationRoutes = (app: App): void => {
  const { parts } = app
  parts.jobs.schedule('consultation-reminders', '* * * * *', () => sendReminders(parts))
  parts.jobs.schedule('consultations-without-teacher', '* * * * *', () =>
    cancelWithoutTeacher(parts),
  )
  parts.jobs.schedule('consultation-holds', '*/5 * * * *', () =>
    expireHolds(parts.db, parts.clock()),
  )
  parts.jobs.schedule('consultations-over', '40 3 * * *', () => {
    const daysAgo = (days: number) => new Date(parts.clock().getTime() - days * DAY_MS)
    const before = { endedBefore: daysAgo(CONSULTATION_DAYS), lapsedBefore: daysAgo(1) }
    return deleteOldConsultations(parts.db, before)
  })

  const listed = async (
    db: Db,
    hostId: string | undefined,
    { cursor, limit, when }: { cursor?: string | undefined; limit: number; when: 'ahead' | 'over' },
  ) => {
    const range = {
      hostId,
      when,
      place: decodeRowCursor(cursor),
      limit: limit + 1,
      now: parts.clock(),
    }
    const rows = await listOfHost(db, range)
    return pageAfter(rows.map(toBooking), limit, ({ starts_at, id }) =>
      encodeRowCursor({ at: starts_at, id }),
    )
  }

  serve(app, consultations, {
    listSlots: ({ db, query: { cursor, host_id }, clock }) =>
      listSlots(db, { cursor, hostId: host_id, now: clock() }),

    book: ({ body, once, ...parts }) => once((db) => book(parts, db, body)),

    showConsultation: async ({ params, db }) =>
      toReply(await findBooked(db, await idOfToken(parts, params.token))),

    confirmConsultation: async ({ params, once, ...parts }) => {
      const id = await idOfToken(parts, params.token)
      return once(async (db) => toReply(await confirm(parts, db, id)))
    },

    moveConsultation: async ({ params, body, once, ...parts }) => {
      const id = await idOfToken(parts, params.token)
      const time = { starts_at: body.starts_at, host_id: body.host_id }
      await parts.limits.take(MOVES, id)
      return once(async (db) => toReply(await moveConsultation(parts, db, id, time)))
    },

    cancelConsultation: async ({ params, once, ...parts }) => {
      const id = await idOfToken(parts, params.token)
      return once(async (db) => toReply(await cancel(parts, db, id)))
    },

    eraseConsultation: async ({ params, once, ...parts }) => {
      const id = await idOfToken(parts, params.token)
      await once((db) => erase(parts, db, id))
    },

    getConsultationIcs: async ({ params, reply, db, config, secret }) => {
      const id = await idOfToken(parts, params.token)
      const booked = await findBooked(db, id)
      const method = booked.state === 'cancelled' ? 'CANCEL' : 'REQUEST'
      const site = { url: consultationUrl({ config, secret }, id), from: config.MAIL_FROM }
      reply.headers({
        'content-type': `text/calendar; charset=utf-8; method=${method}`,
        'content-disposition': 'attachment; filename="consultation.ics"',
        'x-robots-tag': 'noindex',
      })
      return reply.send(writeAppointment(method, booked, site))
    },

    getAvailability: async ({ db, caller }) =>
      (await findAvailability(db, caller.userId)) ?? UNSAID,

    changeAvailability: ({ caller, body, once, clock, audit }) =>
      once(async (db) => {
        await storeAvailability(db, caller.userId, body, clock())
        await audit(db, 'availability_changed', { open: body.open, time_zone: body.time_zone })
        return body
      }),

    listBookings: ({ db, caller, query }) => listed(db, caller.userId, query),

    listAllBookings: ({ db, query }) => listed(db, undefined, query),

    settleBooking: ({ caller, params, body, once, audit, ...parts }) =>
      once((db) => recordOutcome(parts, db, { id: params.id, ...body }, { caller, audit })),

    cancelBooking: ({ caller, params, body, once, audit, ...parts }) =>
      once((db) => cancelAsHost(parts, db, { id: params.id, ...body }, { caller, audit })),

    inviteFamily: ({ caller, params, body, once, audit, ...parts }) => {
      const chosen = { id: params.id, questIds: body.quest_ids }
      return once((db) => inviteFamily(parts, db, chosen, { caller, audit }))
    },
  })
}
