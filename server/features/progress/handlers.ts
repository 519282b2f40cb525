import { progress } from '#contract/progress'
import { type App, notFound, serve } from '#platform/http'

import { findDashboard } from './dashboard.ts'
import { MAX_FEEDBACK } from './queries.ts'

export const progressRoutes = (app: App): void => {
  serve(app, progress, {
    dashboard: async ({ db, learner, clock, query }) => {
      const dashboard = await findDashboard(db, learner.id, clock(), query.time_zone)
      if (!dashboard) throw notFound()
      return { ...dashboard, feedback: dashboard.feedback.slice(0, MAX_FEEDBACK) }
    },
  })
}
