import { outsideWork } from '#contract/outside-work'
import { requireHarmlessFor } from '#features/safety'
import { transaction } from '#platform/database'
import { type App, serve } from '#platform/http'
import { discardJobsAbout } from '#platform/jobs'
import { isDeclinable } from '#rules/outside-work'

import { answerQuestion, showQuestion } from './answer.ts'
import { askWitness } from './ask.ts'
import { creditWork } from './credit.ts'
import { notifyLearner } from './notify.ts'
import { propose } from './propose.ts'
import { deleteWork, listWorks, updateWork } from './queries.ts'
import { requireState, showWork } from './show.ts'
import { endSilentQuestions } from './silent.ts'

export const outsideWorkRoutes = (app: App): void => {
  const { parts } = app
  parts.jobs.schedule('witness-questions', '50 3 * * *', () => endSilentQuestions(parts))

  serve(app, outsideWork, {
    listOutsideWork: async ({ db, learner }) => ({ items: await listWorks(db, learner.id) }),

    proposeOutsideWork: async (call) => {
      const { learner, body, once, clock } = call
      const { title, organisation, about, witness_name, witness_role } = body
      await requireHarmlessFor(call, [title, organisation, about, witness_name, witness_role])
      return once((db) => propose(db, learner.id, body, clock()))
    },

    withdrawOutsideWork: ({ db, params }) =>
      transaction(db, async (db) => {
        await requireState(db, params.id, (state) => state !== 'credited')
        await deleteWork(db, params.id)
        await discardJobsAbout(db, params.id)
      }),

    askWitness: ({ caller, params, once, audit, ...parts }) =>
      once(async (db) => {
        const work = await askWitness(parts, db, params.id, caller.userId)
        await audit(db, 'witness_asked', { work: params.id })
        return work
      }),

    declineOutsideWork: async (call) => {
      const { learner, params, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        await requireState(db, params.id, isDeclinable)
        const declined = { state: 'declined', declined_because: body.reason } as const
        await updateWork(db, params.id, { ...declined, witness_email: null })
        await discardJobsAbout(db, params.id)
        await notifyLearner(
          db,
          learner.id,
          'Your advisor has answered about your work outside',
          clock(),
        )
        await audit(db, 'outside_work_declined', { work: params.id })
        return showWork(db, params.id)
      })
    },

    creditOutsideWork: ({ caller, learner, params, once, clock, audit }) =>
      once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        const { entryId, work } = await creditWork(db, params.id, by)
        await audit(db, 'credit_recorded', { entry: entryId })
        return work
      }),

    showWitnessQuestion: ({ params, ...parts }) => showQuestion(parts, parts.db, params.token),

    answerAsWitness: ({ params, body, once, ...parts }) =>
      once((db) => answerQuestion(parts, db, params.token, body.hours)),
  })
}
