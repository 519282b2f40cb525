import { sql } from 'kysely'

import { site } from '#contract/site'
import { notFound, serve, unavailable } from '#platform/http'
import type { App } from '#platform/http'

import { findSettings, showsMailbox } from './settings.ts'

export const siteRoutes = (app: App, isStopping: () => boolean): void => {
  serve(app, site, {
    settings: (call) => findSettings(call),

    health: async ({ db }) => {
      if (isStopping()) throw unavailable('Stopping.')
      await sql`select 1`.execute(db) // a database that is away answers 503 by itself
      return { status: 'ok' as const, live: true, ready: true, parts: { database: { ok: true } } }
    },

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
