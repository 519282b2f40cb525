import * as z from 'zod/mini'

import { CHOSEN_CATEGORIES, MAIL_RHYTHMS, NOTIFICATION_CATEGORIES } from '#rules/notifications'

import { del, endpoints, get, patch, post, put } from './endpoint.ts'
import { Id, page, pageQuery, text, Timestamp } from './fields.ts'
import { USUAL } from './limits.ts'

const Notification = z.object({
  id: Id,
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  /** Path on this site. */
  path: z.string(),
  created_at: Timestamp,
  read: z.boolean(),
})
export type Notification = z.output<typeof Notification>

const Unread = z.object({ unread_count: z.number() })

export const ReadNotifications = z.object({
  /** Default: all unread. */
  ids: z.optional(z.array(Id).check(z.maxLength(100))),
})

const Choice = z.object({
  category: z.enum(CHOSEN_CATEGORIES),
  in_app: z.boolean(),
  push: z.boolean(),
  mail: z.enum(MAIL_RHYTHMS),
})

const Choices = z.object({
  /** False: no emails about notifications, except safety emails. Null for children under 13 and people without an address, who get none. */
  letters: z.nullable(z.boolean()),
  choices: z.array(Choice),
  /** Null for minors, who get no push notifications. */
  push_key: z.nullable(z.string()),
  /** Number of subscribed devices. */
  push_devices: z.number(),
})
export type NotificationChoices = z.output<typeof Choices>

export const ChoicesChange = z.object({
  letters: z.optional(z.boolean()),
  choices: z.optional(z.array(Choice).check(z.maxLength(CHOSEN_CATEGORIES.length))),
})

/** Subscription from a browser's push manager (RFC 8030, RFC 8291). */
export const PushSubscription = z.object({
  endpoint: text(1000).check(z.url({ protocol: /^https$/, message: 'Not a valid push endpoint' })),
  keys: z.object({
    p256dh: text(200).check(z.regex(/^[\w-]{86,88}=*$/)),
    auth: text(50).check(z.regex(/^[\w-]{22}=*$/)),
  }),
})
export const PushEndpoint = z.object({ endpoint: text(1000) })

export const notifications = endpoints({
  listNotifications: get('/api/notifications', {
    summary: 'The caller’s notifications, newest first',
    access: 'signedIn',
    query: z.object(pageQuery),
    reply: z.extend(page(Notification), { unread_count: z.number() }),
  }),
  countUnread: get('/api/notifications/unread', {
    summary: 'The caller’s number of unread notifications',
    access: 'signedIn',
    whileActing: true,
    reply: Unread,
  }),
  readNotifications: post('/api/notifications/read', {
    summary: 'Mark notifications as read, the given ones or all',
    access: 'signedIn',
    limit: USUAL,
    body: ReadNotifications,
    reply: Unread,
  }),
  getNotificationChoices: get('/api/notifications/choices', {
    summary: 'The caller’s notification preferences',
    access: 'signedIn',
    reply: Choices,
  }),
  changeNotificationChoices: patch('/api/notifications/choices', {
    summary:
      'Set the caller’s notification preferences; also applies to notifications waiting to be sent',
    access: 'signedIn',
    limit: USUAL,
    body: ChoicesChange,
    reply: Choices,
  }),
  subscribeToPush: put('/api/notifications/push', {
    summary: 'Turn on push notifications on this device for the current session; adults only',
    access: 'signedIn',
    notByCard: true,
    limit: USUAL,
    body: PushSubscription,
  }),
  unsubscribeFromPush: del('/api/notifications/push', {
    summary: 'Turn off push notifications on this device',
    access: 'signedIn',
    limit: USUAL,
    query: PushEndpoint,
  }),
})
