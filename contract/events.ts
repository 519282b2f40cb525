import * as z from 'zod/mini'

import { endpoints, get } from './endpoint.ts'
import { Id, text } from './fields.ts'

/** Tells a browser to refetch; the data itself is read by ordinary calls. */
export const SIGNAL_KINDS = [
  'conversation',
  /** Read position in a conversation. */
  'reading',
  'connection',
  'notification',
  'calendar',
] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]

export const Signal = z.object({ kind: z.enum(SIGNAL_KINDS), id: Id })
export type Signal = z.output<typeof Signal>

/** Events of the stream, each as JSON with an id to resume from. */
export type SignalEvent =
  /** One entry per change. */
  | { event: 'signals'; data: Signal[] }
  /** Changes are unknown: refetch everything. Sent first if the stream cannot resume. */
  | { event: 'reset'; data: null }

export const events = endpoints({
  followEvents: get('/api/events', {
    summary:
      'Change events for the caller, as server-sent events. Resumes after the event id given in Last-Event-ID or `after`',
    access: 'signedIn',
    whileActing: true,
    kind: 'events',
    query: z.object({ after: z.optional(text(400)) }),
  }),
})
