import { parents } from '#contract/parents'
import { creditsFor } from '#features/credits'
import { findDashboard } from '#features/progress'
import { notFound, serve } from '#platform/http'
import type { App } from '#platform/http'

import { listChildren } from './children.ts'
import { findInsights, findProgress } from './progress.ts'
import { findChild, listEvidence } from './queries.ts'

export const parentRoutes = (app: App): void =>
  serve(app, parents, {
    listChildren: async ({ db, caller }) => ({ children: await listChildren(db, caller.userId) }),

    parentDashboard: async ({ db, learner, clock, query }) => {
      const [child, dashboard, evidence, credits] = await Promise.all([
        findChild(db, learner.id),
        findDashboard(db, learner.id, clock(), query.time_zone),
        listEvidence(db, learner.id),
        creditsFor(db, learner.id),
      ])
      if (!child || !dashboard) throw notFound()
      const { xp, week, quests_completed, active_quests, due_soon, badges_near_completion } =
        dashboard
      return {
        child,
        xp,
        week,
        quests_completed,
        active_quests,
        due_soon,
        badges_near_completion,
        evidence,
        credits: credits.total,
      }
    },

    parentProgress: ({ db, learner, clock, query }) =>
      findProgress(db, learner.id, {
        now: clock(),
        timeZone: query.time_zone,
        weeks: query.weeks,
      }),

    parentInsights: async ({ db, learner, clock, query }) => {
      const child = await findChild(db, learner.id)
      if (!child) throw notFound()
      const about = { id: child.id, firstName: child.first_name }
      const when = { now: clock(), timeZone: query.time_zone }
      return { insights: await findInsights(db, about, when) }
    },
  })
