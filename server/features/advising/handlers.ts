import { advising } from '#contract/advising'
import { awardByAdvisor, badgesForAdvisor } from '#features/badges'
import {
  addCreditEntry,
  creditsFor,
  evidenceFor,
  listCreditEntries,
  reverseCreditEntry,
  schoolYearAt,
} from '#features/credits'
import { offsetOf, pageAt, serve } from '#platform/http'
import type { App } from '#platform/http'

import { findNameOf, listCaseload, listQuestsOf } from './caseload.ts'

export const advisingRoutes = (app: App): void => {
  serve(app, advising, {
    listCaseload: async ({ db, caller, query }) => {
      const offset = offsetOf(query.cursor)
      return pageAt(offset, await listCaseload(db, caller.userId, { offset, limit: query.limit }))
    },

    getLearner: async ({ db, learner, clock }) => ({
      ...(await findNameOf(db, learner.id)),
      credits: await creditsFor(db, learner.id),
      entries: await listCreditEntries(db, learner.id),
      quests: await listQuestsOf(db, learner.id),
      school_year: await schoolYearAt(db, clock()),
    }),

    getLearnerEvidence: ({ db, learner, query }) => evidenceFor(db, learner.id, query.subject),

    addCredit: ({ caller, learner, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await addCreditEntry(db, by, body)
        await audit(db, 'credit_recorded', { entry: entry.id })
        return entry
      }),

    reverseCredit: ({ caller, learner, params, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await reverseCreditEntry(db, by, { id: params.id, ...body })
        await audit(db, 'credit_reversed', { entry: entry.id })
        return entry
      }),

    getLearnerBadges: ({ db, learner }) => badgesForAdvisor(db, learner.id),

    awardBadge: ({ caller, learner, params, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { advisorId: caller.userId, reason: body.reason, now: clock() }
        const badge = await awardByAdvisor(db, learner.id, params.id, by)
        await audit(db, 'badge_awarded', { badge: badge.id })
        return badge
      }),
  })
}
