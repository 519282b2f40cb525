import type { FastifyRequest } from 'fastify'

import { calendar } from '#contract/calendar'
import { requireHarmless } from '#features/safety'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'
import { REMOVED_EVENT_DAYS } from '#rules/retention'

import { addEvent, changeEvent, occurrenceOf, removeEvent, detailsAt } from './change-event.ts'
import { datesOf } from './dates.ts'
import { endFeed, listFeeds, createFeed, readFeed } from './feed.ts'
import { importEvents } from './import-events.ts'
import { notifyOfMeeting } from './meetings.ts'
import { findOwnEvent, findSeenEvent, deleteRemovedEvents } from './queries.ts'
import { sendReminders } from './reminders.ts'

const DAY_MS = 24 * 3_600_000

/** @param scratch folder for temporary files */
export const calendarRoutes = (app: App, scratch: string): void => {
  const { jobs, db, clock } = app.parts
  jobs.schedule('calendar-reminders', '* * * * *', () => sendReminders(app.parts))
  jobs.schedule('calendar-removed', '20 3 * * *', () =>
    deleteRemovedEvents(db, new Date(clock().getTime() - REMOVED_EVENT_DAYS * DAY_MS)),
  )

  const now = ({ ip }: FastifyRequest) => ({ address: ip, now: clock() })

  serve(app, calendar, {
    readCalendar: ({ db, caller, clock, query: { from, to, time_zone } }) => {
      const range = { from, to, timeZone: time_zone }
      // Their own events are private, like messages.
      const reader = caller.actor ? 'others' : 'self'
      return datesOf(db, caller.userId, range, { reader, now: clock() })
    },

    readNotes: async ({ db, caller, learner, learners, params, query }) => {
      const isOwn = learner.id === caller.userId
      const maySee = isOwn || (await learners.accessOf(caller, learner)).may('readEvents')
      const withOwn = maySee && !caller.actor
      const event = await findSeenEvent(db, params.id, learner.id, withOwn)
      if (!event) throw notFound()
      const at = occurrenceOf(event, { occurrence: query.occurrence, part: 'all' })
      return { notes: detailsAt(event, at).notes }
    },

    addEvent: async ({ caller, body, once, ...parts }) => {
      await requireHarmless(parts, wordsOf(caller.userId, [], body))
      return once((db) => addEvent(db, caller.userId, body, parts.clock()))
    },

    changeEvent: async ({ caller, params, body, request, once, ...parts }) => {
      const { clock } = parts
      const name = { id: params.id, ownerId: caller.userId }
      const event = await findOwnEvent(parts.db, params.id, caller.userId)
      if (event && (body.title !== undefined || body.notes !== undefined)) {
        const readerIds = event.learner_id ? [event.learner_id] : []
        // Together with what stays: a sentence may be written in a title and in notes.
        const words = { ...detailsAt(event, occurrenceOf(event, body)), ...body }
        await requireHarmless(parts, wordsOf(caller.userId, readerIds, words))
      }
      return once(async (db) => {
        const { event, learnerId } = await changeEvent(db, name, body, clock())
        await notifyOfMeeting(db, 'meeting_changed', { ...name, learnerId, ...now(request) })
        return event
      })
    },

    removeEvent: ({ db, caller, params, query, clock, request }) =>
      transaction(db, async (db) => {
        const name = { id: params.id, ownerId: caller.userId }
        const { learnerId } = await removeEvent(db, name, query, clock())
        await notifyOfMeeting(db, 'meeting_removed', { ...name, learnerId, ...now(request) })
      }),

    arrangeMeeting: async ({ caller, learner, body, request, once, ...parts }) => {
      const { clock } = parts
      await requireHarmless(parts, wordsOf(caller.userId, [learner.id], body))
      return once(async (db) => {
        const meeting = await addEvent(db, caller.userId, body, clock(), learner.id)
        const name = { id: meeting.id, ownerId: caller.userId, learnerId: learner.id }
        await notifyOfMeeting(db, 'meeting_arranged', { ...name, ...now(request) })
        return meeting
      })
    },

    listFeeds: async ({ db, caller }) => ({ items: await listFeeds(db, caller.userId) }),

    makeFeed: ({ caller, ...parts }) =>
      createFeed(parts, { ownerId: caller.userId, learnerId: caller.userId }),

    endFeed: ({ db, caller }) => endFeed(db, { ownerId: caller.userId, learnerId: caller.userId }),

    makeChildFeed: ({ caller, learner, ...parts }) =>
      createFeed(parts, { ownerId: caller.userId, learnerId: learner.id }),

    endChildFeed: ({ db, caller, learner }) =>
      endFeed(db, { ownerId: caller.userId, learnerId: learner.id }),

    readFeed: async ({ params, request, reply, ...parts }) => {
      const { ics, etag } = await readFeed(parts, params.secret, request.ip)
      reply.headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="lodestar.ics"',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex',
        etag,
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.send(ics)
    },

    importEvents: ({ caller, request, ...parts }) =>
      importEvents(parts, { ownerId: caller.userId, request, scratch }),
  })
}

const wordsOf = (
  authorId: string,
  readerIds: readonly string[],
  { title = '', notes = '' }: { title?: string | undefined; notes?: string | undefined },
) => ({ authorId, readerIds, text: `${title}\n${notes}`.trim() })
