import { credits } from '#contract/credits'
import { findState } from '#features/revisions'
import { transaction } from '#platform/database'
import { serve } from '#platform/http'
import type { App } from '#platform/http'

import { creditsFor, evidenceFor } from './credits.ts'
import { replacePlanned } from './queries.ts'
import { plannerFor, tryPlan } from './try-plan.ts'

export const creditRoutes = (app: App): void => {
  serve(app, credits, {
    getCredits: async ({ db, caller, kept }) =>
      kept(await findState(db, caller.userId), () => creditsFor(db, caller.userId)),

    getPlan: ({ db, caller, clock }) => plannerFor(db, caller.userId, clock()),

    tryPlan: async ({ db, caller, body, clock }) => {
      const outcome = await tryPlan(db, caller.userId, body.quest_ids, clock())
      if (!body.save) return outcome
      await transaction(db, (db) => replacePlanned(db, caller.userId, outcome.quest_ids))
      return { ...outcome, saved: true }
    },

    getSubject: ({ db, caller, params }) => evidenceFor(db, caller.userId, params.subject),
  })
}
