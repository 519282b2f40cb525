import { site } from '#contract/site'
import { type App, notFound, serve, unavailable } from '#platform/http'
import { issueChallenge } from '#platform/limits'

import { findSettings, showsMailbox } from './settings.ts'

export const siteRoutes = (app: App, isStopping: () => boolean): void => {
  serve(app, site, {
    settings: (call) => findSettings(call),

    health: async ({ db }) => {
      if (isStopping()) throw unavailable('Stopping.')
      await db.selectNoFrom(({ lit }) => lit(1).as('one')).execute() // if the database is down, the request fails with 503
      return { status: 'ok' as const, live: true, ready: true, parts: { database: { ok: true } } }
    },

    live: async () => ({ live: true as const }),

    getChallenge: (parts) => issueChallenge(parts),

    mailbox: async ({ db, config }) => {
      if (!showsMailbox(config)) throw notFound()
      const items = await db
        .selectFrom('mailbox')
        .select(['id', 'recipient as to', 'subject', 'body', 'created_at'])
        .orderBy('created_at', 'desc')
        .limit(50)
        .execute()
      return { items, next_cursor: null }
    },
  })
}
