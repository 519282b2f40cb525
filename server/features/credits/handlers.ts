import { credits } from '#contract/credits'
import { transaction } from '#platform/database'
import { serve } from '#platform/http'
import type { App } from '#platform/http'

import { creditsFor, evidenceFor } from './credits.ts'
import { replacePlanned } from './queries.ts'
import { plannerFor, tryPlan } from './try-plan.ts'

export const creditRoutes = (app: App): void => {
  serve(app, credits, {
    getCredits: ({ db, learner }) => creditsFor(db, learner.id),

    getPlan: ({ db, learner, clock }) => plannerFor(db, learner.id, clock()),

    tryPlan: async ({ db, learner, body, clock }) => {
      const outcome = await tryPlan(db, learner.id, body.quest_ids, clock())
      if (!body.save) return outcome
      await transaction(db, (db) => replacePlanned(db, learner.id, outcome.quest_ids))
      return { ...outcome, saved: true }
    },

    getSubject: ({ db, learner, params }) => evidenceFor(db, learner.id, params.subject),
  })
}
