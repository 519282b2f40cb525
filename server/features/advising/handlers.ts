import { advising } from '#contract/advising'
import { recordAudit } from '#features/audit'
import { awardByAdvisor, badgesForAdvisor } from '#features/badges'
import {
  addCreditEntry,
  creditsFor,
  evidenceFor,
  findEntryLearner,
  listCreditEntries,
  reverseCreditEntry,
  schoolYearAt,
} from '#features/credits'
import type { Db } from '#platform/database'
import { cursorOf, notFound, offsetOf, serve } from '#platform/http'
import type { App, Caller } from '#platform/http'

import { listCaseload, listQuestsOf, requireLearner } from './caseload.ts'

export const advisingRoutes = (app: App): void => {
  serve(app, advising, {
    listCaseload: async ({ db, caller, query }) => {
      const offset = offsetOf(query.cursor)
      const { items, total } = await listCaseload(db, caller.userId, { offset, limit: query.limit })
      const end = offset + items.length
      return { items, next_cursor: end < total ? cursorOf(end) : null }
    },

    getLearner: async ({ db, caller, params, clock, request }) => {
      const learner = await requireLearner(db, caller, params.id)
      await audit(db, caller, 'learner_record_viewed', learner.id, request.ip)
      return {
        ...learner,
        credits: await creditsFor(db, learner.id),
        entries: await listCreditEntries(db, learner.id),
        quests: await listQuestsOf(db, learner.id),
        school_year: await schoolYearAt(db, clock()),
      }
    },

    getLearnerEvidence: async ({ db, caller, params, query, request }) => {
      const learner = await requireLearner(db, caller, params.id)
      const { subject } = query
      await audit(db, caller, 'learner_evidence_viewed', learner.id, request.ip, { subject })
      return evidenceFor(db, learner.id, subject)
    },

    addCredit: async ({ db, caller, params, body, once, clock, request }) => {
      const learner = await requireLearner(db, caller, params.id)
      return once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await addCreditEntry(db, by, body)
        await audit(db, caller, 'credit_recorded', learner.id, request.ip, { entry: entry.id })
        return entry
      })
    },

    reverseCredit: async ({ db, caller, params, body, once, clock, request }) => {
      const found = await findEntryLearner(db, params.id)
      if (!found) throw notFound()
      const learner = await requireLearner(db, caller, found.learner_id)
      return once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await reverseCreditEntry(db, by, { id: params.id, ...body })
        await audit(db, caller, 'credit_reversed', learner.id, request.ip, { entry: entry.id })
        return entry
      })
    },

    getLearnerBadges: async ({ db, caller, params, request }) => {
      const learner = await requireLearner(db, caller, params.id)
      await audit(db, caller, 'learner_badges_viewed', learner.id, request.ip)
      return badgesForAdvisor(db, learner.id)
    },

    awardBadge: async ({ db, caller, params, body, once, clock, request }) => {
      const learner = await requireLearner(db, caller, body.learner_id)
      return once(async (db) => {
        const by = { advisorId: caller.userId, reason: body.reason, now: clock() }
        const badge = await awardByAdvisor(db, learner.id, params.id, by)
        await audit(db, caller, 'badge_awarded', learner.id, request.ip, { badge: badge.id })
        return badge
      })
    },
  })
}

const audit = (
  db: Db,
  { userId }: Caller,
  action: string,
  subjectId: string,
  address: string,
  detail?: Record<string, unknown>,
) => recordAudit(db, { actorId: userId, subjectId, action, address, ...(detail ? { detail } : {}) })
