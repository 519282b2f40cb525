import { progress } from '#contract/progress'
import { findState, quarterOf } from '#features/revisions'
import { notFound, serve } from '#platform/http'
import type { App } from '#platform/http'

import { findDashboard } from './dashboard.ts'

export const progressRoutes = (app: App): void => {
  serve(app, progress, {
    dashboard: async ({ db, caller, clock, query, kept }) => {
      const now = clock()
      const state = await findState(db, caller.userId)
      return kept(`${state} ${quarterOf(now)} ${query.time_zone}`, async () => {
        const dashboard = await findDashboard(db, caller.userId, now, query.time_zone)
        if (!dashboard) throw notFound()
        return dashboard
      })
    },
  })
}
