import { expect } from 'vitest'

import { type RosterImport, rosters } from '#contract/rosters'
import { filesOf, type Roster, zipOf } from '#testing/roster-builder'
import type { Person, TestApp } from '#testing/start-app'

/** Imports rosters on a test site as an admin. The app must run jobs. */
export const rosterSite = (app: TestApp, admin: Person) => {
  const call = admin.call(rosters)
  const settled = async (id: string): Promise<RosterImport> => {
    for (;;) {
      const found = await call.getImport({ params: { id } })
      if (!['reading', 'applying', 'undoing'].includes(found.state)) return found
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  const bring = async (content: Buffer | string, format: 'oneroster' | 'simple' = 'oneroster') => {
    const form = new FormData()
    form.set('format', format)
    form.set(
      'file',
      new Blob([content as BlobPart]),
      format === 'simple' ? 'people.csv' : 'roster.zip',
    )
    return settled((await call.startImport({ form })).id)
  }
  return {
    /** After the clock was moved beyond the life of a session. */
    signInAgain: async () => {
      const { headers } = await app.signIn(admin.email)
      Object.assign(admin.headers, headers)
    },
    app,
    admin,
    call,
    bring,
    settled,
    bringRoster: async (roster: Partial<Roster>, how?: Parameters<typeof filesOf>[1]) =>
      bring(await zipOf(filesOf(roster, how))),
    apply: async ({ id }: { id: string }, body = { suspend_missing: false, even_many: false }) => {
      await call.applyImport({ params: { id }, body })
      return settled(id)
    },
    problems: async ({ id }: { id: string }) =>
      (await call.listProblems({ params: { id }, query: { limit: 100 } })).items.map(
        ({ file, line, column, message, is_error }) =>
          `${is_error ? '' : 'note '}${file}:${line} ${column}: ${message}`,
      ),
    download: async (name: string) => {
      const reply = await app.http.inject({
        url: `/api/admin/exports/${name}`,
        headers: admin.headers,
      })
      expect(reply.statusCode).toBe(200)
      return reply.rawPayload
    },
    user: (email: string) =>
      app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),
  }
}
export type RosterSite = ReturnType<typeof rosterSite>
