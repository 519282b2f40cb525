import { plan } from '#contract/plan'
import { transaction } from '#platform/database'
import { type App, serve } from '#platform/http'

import { changePlan, decideProposal, propose, withdrawProposal } from './change-plan.ts'
import { planFor } from './show-plan.ts'

export const planRoutes = (app: App): void => {
  serve(app, plan, {
    getPlan: async ({ db, caller, learner, learners }) => {
      const { may } = await learners.accessOf(caller, learner)
      return planFor(db, learner.id, { userId: caller.userId, mayEdit: may('editPlan') })
    },

    changePlan: ({ db, caller, learner, body, clock, audit }) =>
      transaction(db, async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const changed = await changePlan(db, learner.id, body, by)
        if (learner.relation !== 'self') await audit(db, 'plan_changed')
        return changed
      }),

    propose: ({ caller, learner, body, once, clock }) =>
      once((db) => {
        const by = { userId: caller.userId, mayEdit: false, now: clock() }
        return propose(db, learner.id, body, by)
      }),

    decideProposal: ({ caller, learner, params, body, once, clock, audit }) =>
      once(async (db) => {
        const name = { learnerId: learner.id, proposalId: params.proposal_id }
        const by = { userId: caller.userId, now: clock() }
        const changed = await decideProposal(db, name, body, by)
        if (learner.relation !== 'self') {
          await audit(db, 'plan_proposal_decided', { proposal: params.proposal_id, ...body })
        }
        return changed
      }),

    withdrawProposal: ({ db, caller, learner, params }) =>
      withdrawProposal(db, {
        learnerId: learner.id,
        proposalId: params.proposal_id,
        by: caller.userId,
      }),
  })
}
