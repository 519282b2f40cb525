import { events } from '#contract/events'
import { deleteOldChangeEvents } from '#platform/change-events'
import { createOpenStreams, type OpenStream } from '#platform/event-stream'
import { type App, serve } from '#platform/http'

/** Per person and node. A browser needs one for all its tabs; beyond the limit, the oldest is closed. */
const MAX_STREAMS = 12

export const eventRoutes = async (app: App): Promise<void> => {
  const { clock, db, pubsub: notices, jobs } = app.parts
  const streams = createOpenStreams()
  const ofPerson = new Map<string, Set<OpenStream>>()
  app.http.addHook('preClose', async () => streams.close())
  jobs.schedule('forget-signals', '*/20 * * * *', () => deleteOldChangeEvents(db, clock()))

  // Streams end when the account changes (sign-out, suspension, role). Clients that are still authorized reconnect.
  await notices.on(
    'account_changed',
    (userId) => {
      for (const stream of ofPerson.get(userId) ?? []) stream.end()
    },
    streams.endAll,
  )

  const keep = (userId: string, stream: OpenStream) => {
    const own = ofPerson.get(userId) ?? new Set()
    ofPerson.set(userId, own.add(stream))
    stream.onEnd(() => {
      own.delete(stream)
      if (own.size === 0 && ofPerson.get(userId) === own) ofPerson.delete(userId)
    })
    const [oldest] = own
    if (own.size > MAX_STREAMS) oldest?.end()
  }

  serve(app, events, {
    followEvents: async ({ callers, caller, query, request, reply, changeEvents }) => {
      const known = request.headers['last-event-id']
      const cursor = typeof known === 'string' && known !== '' ? known : query.after
      const stream = streams.begin(reply)
      keep(caller.userId, stream)
      // The end of an admin's session also ends their sessions as another person.
      if (caller.actor) keep(caller.actor.userId, stream)
      try {
        const unfollow = await changeEvents.follow(caller.userId, cursor, (news, id) => {
          if (news) stream.send('signals', news, id)
          else stream.send('reset', null, id)
        })
        stream.onEnd(unfollow)
        // The session may have ended between its check and the stream's registration, and its person may have been stopped.
        const now = await callers.authenticate(request)
        if (now?.status !== caller.status) stream.end()
      } catch (error) {
        request.log.error({ err: error }, 'stream')
        stream.end()
      }
      return reply
    },
  })
}
