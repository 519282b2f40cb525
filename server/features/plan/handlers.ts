import { plan } from '#contract/plan'
import { requireHarmlessFor } from '#features/safety'
import { transaction } from '#platform/database'
import { type App, serve } from '#platform/http'

import { changePlan, decideProposal, propose, withdrawProposal } from './change-plan.ts'
import { movePlannedDay } from './move-day.ts'
import { planFor } from './show-plan.ts'

export const planRoutes = (app: App): void => {
  serve(app, plan, {
    getPlan: async ({ db, caller, learner, learners }) => {
      const { may } = await learners.accessOf(caller, learner)
      return planFor(db, learner.id, { userId: caller.userId, mayEdit: may('editPlan') })
    },

    changePlan: async (call) => {
      const { db, caller, learner, body, clock, audit } = call
      const { entries, breaks = [] } = body
      const texts = [...entries.map(({ note }) => note), ...breaks.map(({ label }) => label)]
      await requireHarmlessFor(call, texts)
      return transaction(db, async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const changed = await changePlan(db, learner.id, body, by)
        if (learner.relation !== 'self') await audit(db, 'plan_changed')
        return changed
      })
    },

    propose: async (call) => {
      const { caller, learner, body, once, clock } = call
      await requireHarmlessFor(call, [body.note])
      return once((db) => {
        const by = { userId: caller.userId, mayEdit: false, now: clock() }
        return propose(db, learner.id, body, by)
      })
    },

    decideProposal: async (call) => {
      const { caller, learner, params, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.words])
      return once(async (db) => {
        const name = { learnerId: learner.id, proposalId: params.proposal_id }
        const by = { userId: caller.userId, now: clock() }
        const changed = await decideProposal(db, name, body, by)
        if (learner.relation !== 'self') {
          await audit(db, 'plan_proposal_decided', { proposal: params.proposal_id, ...body })
        }
        return changed
      })
    },

    movePlannedDay: async ({ db, caller, learner, learners, params, body, audit }) => {
      const { may } = await learners.accessOf(caller, learner)
      const reader = { userId: caller.userId, mayEdit: may('editPlan') }
      return transaction(db, async (db) => {
        const move = { learnerId: learner.id, questId: params.quest_id, day: body.target_date }
        const changed = await movePlannedDay(db, move, reader)
        if (learner.relation !== 'self') await audit(db, 'plan_changed')
        return changed
      })
    },

    withdrawProposal: ({ db, caller, learner, params }) =>
      withdrawProposal(db, {
        learnerId: learner.id,
        proposalId: params.proposal_id,
        by: caller.userId,
      }),
  })
}
