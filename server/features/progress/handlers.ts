import { progress } from '#contract/progress'
import { type App, notFound, serve } from '#platform/http'

import { findDashboard } from './dashboard.ts'

export const progressRoutes = (app: App): void => {
  serve(app, progress, {
    dashboard: async ({ db, learner, clock, query }) => {
      const dashboard = await findDashboard(db, learner.id, clock(), query.time_zone)
      if (!dashboard) throw notFound()
      return dashboard
    },
  })
}
