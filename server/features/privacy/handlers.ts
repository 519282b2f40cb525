import { privacy } from '#contract/privacy'
import { findProfile } from '#features/profile'
import { type App, serve, unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'

import { closeAccount, eraseDue, eraseUnconsented, restoreAccount } from './closing.ts'
import { createExport, giveUpExport } from './create-export.ts'
import { deleteOldExports, listExports, requestExport } from './exports.ts'

/** Each export occupies a database connection for a long time. Jobs beyond the limit are retried. */
const oneByOne = createQueue({
  concurrency: 1,
  maxWaiting: 50,
  full: () => unavailable('A lot of exports are in progress. Please try again later.'),
})

/** @param scratch folder for temporary files */
export const privacyRoutes = (app: App, scratch: string): void => {
  const { parts } = app
  const { jobs, db } = parts
  jobs.work<{ exportId: string }>(
    'export',
    (data) => oneByOne(() => createExport(parts, scratch, data)),
    { isLong: true, onAbandoned: ({ exportId }, db = parts.db) => giveUpExport(db, exportId) },
  )
  jobs.schedule('forget-exports', '27 * * * *', () => deleteOldExports(parts))
  jobs.schedule(
    'forget-unconsented',
    '17 * * * *',
    async () => void (await eraseUnconsented(parts)),
    {
      isLong: true,
    },
  )
  // An advisor of many years is named in tens of thousands of rows: one statement, of more than the usual time.
  jobs.schedule('erase-accounts', '37 * * * *', async () => void (await eraseDue(parts)), {
    isLong: true,
  })

  serve(app, privacy, {
    requestExport: ({ caller }) => requestExport(parts, caller.userId),

    listExports: async ({ caller, clock }) => ({
      items: await listExports(db, { makerId: caller.userId }, clock()),
      next_cursor: null,
    }),

    requestChildExport: async ({ caller, learner, learners, request }) => {
      if (learner.relation === 'self') return requestExport(parts, caller.userId)
      const { scopes } = await learners.accessOf(caller, learner)
      // Not a read, but what follows is: the file itself has no entry.
      const what = { call: 'requestChildExport', may: 'exportData', address: request.ip } as const
      await learners.recordDisclosure(caller, learner, what)
      return requestExport(parts, caller.userId, { id: learner.id, scopes })
    },

    listChildExports: async ({ caller, learner, clock }) => ({
      items: await listExports(
        db,
        {
          makerId: caller.userId,
          ...(learner.relation === 'self' ? {} : { learnerId: learner.id }),
        },
        clock(),
      ),
      next_cursor: null,
    }),

    closeAccount: async ({ caller, audit, body }) => {
      await closeAccount(parts, { caller, audit }, body)
      return findProfile(db, caller.userId)
    },

    restoreAccount: async ({ caller, audit }) => {
      await restoreAccount(parts, caller.userId, audit)
      return findProfile(db, caller.userId)
    },
  })
}
