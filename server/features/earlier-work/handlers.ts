import { earlierWork } from '#contract/earlier-work'
import { dropFiles } from '#features/files'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'
import type { Limit } from '#platform/limits'

import { bringEarlierWork } from './bring.ts'
import { findEarlierWork, listEarlierWork, listFilesOf, removeEarlierWork } from './queries.ts'
import { asShown } from './show.ts'

const BRINGS: Limit = {
  name: 'earlier_work',
  points: 20,
  seconds: 24 * 3600,
  message: 'Too many imports today. Please try again tomorrow.',
}

export const earlierWorkRoutes = (app: App): void => {
  serve(app, earlierWork, {
    listEarlierWork: async ({ db, learner }) => ({
      items: await listEarlierWork(db, learner.id),
    }),

    bringEarlierWork: async ({ caller, learner, body, limits, once, audit }) => {
      await limits.take(BRINGS, caller.userId)
      return bringEarlierWork(
        app.parts,
        { callerId: caller.userId, learnerId: learner.id, once, audit },
        body,
      )
    },

    showEarlierWork: async ({ db, caller, learner, params }) => {
      const found = await findEarlierWork(db, params.id)
      if (!found) throw notFound()
      const access = await app.parts.learners.accessOf(caller, learner.id)
      return {
        ...asShown(found, await listFilesOf(db, [found.id])),
        may_remove: access.may('exportData'),
      }
    },

    removeEarlierWork: ({ db, learner, params, audit }) =>
      transaction(db, async (db) => {
        const files = await listFilesOf(db, [params.id])
        const removed = await removeEarlierWork(db, params.id)
        if (!removed) throw notFound()
        await dropFiles(
          db,
          learner.id,
          files.map(({ id }) => id),
        )
        await audit(db, 'earlier_work_removed', { site: removed.site_url })
      }),
  })
}
