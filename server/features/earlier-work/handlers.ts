import { earlierWork } from '#contract/earlier-work'
import { dropFiles } from '#features/files'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'

import { importEarlierWork } from './import.ts'
import { findEarlierWork, listEarlierWork, listFilesOf, removeEarlierWork } from './queries.ts'
import { toReply } from './show.ts'

export const earlierWorkRoutes = (app: App): void => {
  serve(app, earlierWork, {
    listEarlierWork: async ({ db, learner }) => ({
      items: await listEarlierWork(db, learner.id),
    }),

    bringEarlierWork: ({ caller, learner, body, once, audit }) =>
      importEarlierWork(
        app.parts,
        { callerId: caller.userId, learnerId: learner.id, once, audit },
        body,
      ),

    showEarlierWork: async ({ db, caller, learner, params }) => {
      const found = await findEarlierWork(db, params.id)
      if (!found) throw notFound()
      const access = await app.parts.learners.accessOf(caller, learner.id)
      return {
        ...toReply(found, await listFilesOf(db, [found.id])),
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
