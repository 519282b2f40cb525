import { credits } from '#contract/credits'
import { type App, serve } from '#platform/http'

import { creditsFor, evidenceFor } from './credits.ts'
import { plannerFor, savePlan, tryPlan } from './try-plan.ts'

export const creditRoutes = (app: App): void => {
  serve(app, credits, {
    getCredits: ({ db, learner }) => creditsFor(db, learner.id),

    getPlanner: ({ db, learner, clock }) => plannerFor(db, learner.id, clock()),

    tryPlan: async ({ db, caller, learner, learners, body, clock }) => {
      const outcome = await tryPlan(db, learner.id, body.quest_ids, clock())
      if (!body.save) return outcome
      const { may } = await learners.accessOf(caller, learner)
      const by = { userId: caller.userId, mayEdit: may('editPlan'), now: clock() }
      return savePlan(db, learner.id, outcome.quest_ids, by)
    },

    getSubject: ({ db, learner, params }) => evidenceFor(db, learner.id, params.subject),
  })
}
