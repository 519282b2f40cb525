import { advising } from '#contract/advising'
import { caseload } from '#contract/caseload'
import { awardByAdvisor, badgesForAdvisor } from '#features/badges'
import { signDeferred } from '#features/credentials'
import {
  addCreditEntry,
  creditsFor,
  evidenceFor,
  listCreditEntries,
  reverseCreditEntry,
  schoolYearAt,
} from '#features/credits'
import { reopenWork } from '#features/outside-work'
import { requireHarmlessFor } from '#features/safety'
import { transaction } from '#platform/database'
import { type App, notFound, decodeOffset, pageAtOffset, serve } from '#platform/http'

import { assignAdvisor, decideHandover, moveToAdvisor, offerHandover } from './assign.ts'
import {
  deleteHandover,
  findHandoverOf,
  listAdvisorsOf,
  listColleagues,
  listHandoversTo,
  listLearnersOf,
  listUnassigned,
} from './assignments.ts'
import { findOverview, findPersonOf, listCaseload, listQuestsOf, listStuck } from './caseload.ts'
import { askChildsGuardian, createChild } from './children.ts'
import { groupRoutes } from './group-handlers.ts'
import { changeNote, listNotes, writeNote } from './notes.ts'

export const advisingRoutes = (app: App): void => {
  groupRoutes(app)

  serve(app, advising, {
    getLearner: async ({ db, learner, clock }) => ({
      ...(await findPersonOf(db, learner.id, clock())),
      credits: await creditsFor(db, learner.id),
      entries: await listCreditEntries(db, learner.id),
      quests: await listQuestsOf(db, learner.id),
      school_year: await schoolYearAt(db, clock()),
      overview: await findOverview(db, learner.id, clock()),
      advisors: await listAdvisorsOf(db, learner.id),
      handover: await findHandoverOf(db, learner.id),
    }),

    getLearnerEvidence: ({ db, learner, query }) => evidenceFor(db, learner.id, query.subject),

    addCredit: async (call) => {
      const { caller, learner, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.reason, body.institution])
      return once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await addCreditEntry(db, by, body)
        await audit(db, 'credit_recorded', { entry: entry.id })
        return entry
      })
    },

    reverseCredit: async (call) => {
      const { caller, learner, params, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const entry = await reverseCreditEntry(db, by, { id: params.id, ...body })
        await reopenWork(db, params.id)
        await audit(db, 'credit_reversed', { entry: entry.id })
        return entry
      })
    },

    listNotes: async ({ db, caller, learner, clock }) => ({
      items: await listNotes(db, learner.id, { userId: caller.userId, now: clock() }),
    }),

    writeNote: ({ caller, learner, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const note = await writeNote(db, learner.id, body.words, by)
        await audit(db, 'note_written', { note: note.id })
        return note
      }),

    changeNote: ({ db, caller, learner, params, body, clock, audit }) =>
      transaction(db, async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const change = { id: params.note_id, words: body.words }
        const note = await changeNote(db, learner.id, change, by)
        await audit(db, 'note_changed', { note: note.id })
        return note
      }),

    getLearnerBadges: ({ db, learner }) => badgesForAdvisor(db, learner.id),

    awardBadge: async (call) => {
      const { caller, learner, params, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        const by = { advisorId: caller.userId, reason: body.reason, now: clock() }
        const badge = await awardByAdvisor(db, learner.id, params.id, by)
        await signDeferred(app.parts.jobs, db, learner.id)
        await audit(db, 'badge_awarded', { badge: badge.id })
        return badge
      })
    },
  })

  serve(app, caseload, {
    listCaseload: ({ db, caller, query, clock }) =>
      (query.stuck ? listStuck : listCaseload)(db, caller.userId, query, clock()),

    createChild: ({ caller, body, once, audit, ...parts }) =>
      once((db) => createChild({ ...parts, db }, db, { caller, audit }, body)),

    askChildsGuardian: async ({ caller, params, body, audit, ...parts }) => {
      await askChildsGuardian(parts, { caller, audit }, params.id, body.parent_email)
      return { message: 'We have asked the parent or guardian at this address.' }
    },

    listColleagues: async ({ db }) => ({ items: await listColleagues(db) }),

    listHandovers: async ({ db, caller }) => ({
      items: await listHandoversTo(db, caller.userId),
    }),

    offerHandover: ({ caller, learner, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const offer = await offerHandover(db, learner.id, body, by)
        await audit(db, 'handover_offered', { to: body.advisor_id })
        return offer
      }),

    withdrawHandover: ({ db, learner, audit }) =>
      transaction(db, async (db) => {
        if (!(await deleteHandover(db, learner.id))) throw notFound()
        await audit(db, 'handover_withdrawn')
      }),

    decideHandover: ({ caller, params, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const learnerId = await decideHandover(db, params.id, body.decision, by)
        const action = body.decision === 'accepted' ? 'advisor_assigned' : 'handover_declined'
        await audit(db, action, { to: caller.userId }, learnerId)
      }),

    listUnassigned: async ({ db, query }) => {
      const offset = decodeOffset(query.cursor)
      return pageAtOffset(offset, await listUnassigned(db, { offset, limit: query.limit }))
    },

    listLearnersOf: async ({ db, params }) => ({ items: await listLearnersOf(db, params.id) }),

    moveLearners: ({ caller, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const learnerIds = [...new Set(body.learner_ids)]
        const move = { fromId: body.from_id, advisorId: body.advisor_id, learnerIds }
        await moveToAdvisor(db, move, by)
        for (const learnerId of learnerIds) {
          await audit(db, 'advisor_assigned', { to: body.advisor_id }, learnerId)
        }
      }),

    assignAdvisor: ({ caller, learner, body, once, clock, audit }) =>
      once(async (db) => {
        const by = { userId: caller.userId, now: clock() }
        const choice = { advisorId: body.advisor_id, learnerId: learner.id }
        await assignAdvisor(db, choice, by)
        await audit(db, 'advisor_assigned', { to: body.advisor_id })
      }),
  })
}
