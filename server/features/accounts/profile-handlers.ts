import { profile } from '#contract/profile'
import { notFound, serve } from '#platform/http'
import type { App } from '#platform/http'
import type { Limit } from '#platform/limits'

import { changeAvatar, replaceAvatar } from './avatar.ts'
import { closeAccount, eraseDue, restoreAccount } from './closing.ts'
import { forgetExports, listExports, makeExport, requestExport } from './export.ts'
import { findProfile } from './queries.ts'

const message = 'Too many requests. Please wait a while and try again.'
const EXPORTS: Limit = { name: 'exports', points: 10, seconds: 24 * 3600, message }
const CLOSINGS: Limit = { name: 'closings', points: 10, seconds: 900, message }

/** What people do with their own account and data. @param scratch a folder for files on their way */
export const profileRoutes = (app: App, scratch: string): void => {
  const { parts } = app
  const { jobs, db } = parts
  jobs.work<{ exportId: string }>('export', (data) => makeExport(parts, scratch, data))
  jobs.schedule('forget-exports', '27 * * * *', () => forgetExports(parts))
  jobs.schedule('erase-accounts', '37 * * * *', async () => {
    await eraseDue(parts)
  })

  const own = async (userId: string) => {
    const found = await findProfile(db, userId)
    if (!found) throw notFound('This account does not exist any more.')
    return found
  }

  serve(app, profile, {
    changeAvatar: async ({ caller, request, once }) => {
      await changeAvatar(parts, scratch, { request, ownerId: caller.userId, once })
      return own(caller.userId)
    },

    removeAvatar: async ({ caller }) => {
      await replaceAvatar(db, caller.userId, null)
      return own(caller.userId)
    },

    requestExport: async ({ caller, limits }) => {
      await limits.take(EXPORTS, caller.userId)
      return requestExport(parts, caller.userId)
    },

    listExports: async ({ caller, clock }) => ({
      items: await listExports(db, caller.userId, clock()),
      next_cursor: null,
    }),

    closeAccount: async ({ caller, body, limits }) => {
      await limits.take(CLOSINGS, caller.userId)
      await closeAccount(parts, caller, body)
      return own(caller.userId)
    },

    restoreAccount: async ({ caller }) => {
      await restoreAccount(parts, caller.userId)
      return own(caller.userId)
    },
  })
}
