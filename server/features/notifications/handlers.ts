import { notifications } from '#contract/notifications'
import { type App, pageAfter, encodeRowCursor, decodeRowCursor, serve } from '#platform/http'

import { changeChoices, findChoices } from './choices.ts'
import { countUnread, listNotifications, markRead } from './queries.ts'
import { PUSH, queuePushes, sendDigests, sendImmediateEmails, sweepNotifications } from './send.ts'
import { pushTo, subscribe, unsubscribe } from './subscriptions.ts'

export const notificationRoutes = (app: App): void => {
  const { parts } = app
  const { jobs } = parts
  jobs.work<{ id: string }>(PUSH, ({ id }) => pushTo(parts, id))
  jobs.schedule('send-notifications', '* * * * *', async () => {
    await queuePushes(parts)
    await sendImmediateEmails(parts)
  })
  // Time zone offsets are multiples of a quarter of an hour.
  jobs.schedule('send-digests', '*/15 * * * *', () => sendDigests(parts), { isLong: true })
  jobs.schedule('sweep-notifications', '41 3 * * *', () => sweepNotifications(parts), {
    isLong: true,
  })

  serve(app, notifications, {
    listNotifications: async ({ db, caller, query: { cursor, limit } }) => {
      const page = { before: decodeRowCursor(cursor), limit: limit + 1 }
      const rows = await listNotifications(db, caller.userId, page)
      const shown = pageAfter(rows, limit, ({ created_at, id }) =>
        encodeRowCursor({ at: created_at, id }),
      )
      return { ...shown, unread_count: await countUnread(db, caller.userId) }
    },

    countUnread: async ({ db, caller }) => ({
      unread_count: await countUnread(db, caller.userId),
    }),

    readNotifications: async ({ db, caller, body, clock }) => {
      await markRead(db, caller.userId, body.ids, clock())
      return { unread_count: await countUnread(db, caller.userId) }
    },

    getNotificationChoices: ({ caller, ...parts }) => findChoices(parts, caller.userId),

    changeNotificationChoices: async ({ caller, body, ...parts }) => {
      await changeChoices(parts, caller.userId, body)
      return findChoices(parts, caller.userId)
    },

    subscribeToPush: ({ caller, body: { endpoint, keys }, ...parts }) =>
      subscribe(parts, caller, { endpoint, ...keys }),

    unsubscribeFromPush: ({ db, caller, query }) => unsubscribe(db, caller.userId, query.endpoint),
  })
}
