import * as z from 'zod/mini'

import { endpoints, get } from './endpoint.ts'
import { Id, text } from './fields.ts'

/** What the server tells a browser to look at again; what has changed is read by the calls that it belongs to. */
export const SIGNAL_KINDS = [
  'conversation',
  /** How far one has read in a conversation. */
  'reading',
  'connection',
  'notification',
  'calendar',
] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]

export const Signal = z.object({ kind: z.enum(SIGNAL_KINDS), id: Id })
export type Signal = z.output<typeof Signal>

/** What comes over the stream, each as JSON, with an id to go on from. */
export type SignalEvent =
  /** What has changed, one entry for each thing. */
  | { event: 'signals'; data: Signal[] }
  /** It is not known what has changed: everything may have. Comes first where there was nothing to go on from. */
  | { event: 'reset'; data: null }

export const events = endpoints({
  followEvents: get('/api/events', {
    summary:
      'What changes for the caller, as server-sent events, for as long as the connection lasts. It goes on from the id of an event, in Last-Event-ID or `after`',
    access: 'signedIn',
    whileActing: true,
    kind: 'events',
    query: z.object({ after: z.optional(text(400)) }),
  }),
})
