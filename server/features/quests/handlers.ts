import { quests } from '#contract/quests'
import { textsInWork } from '#features/attempts'
import { findCatalog } from '#features/catalog'
import { reportCrisesInWork, requireHarmless, storeOrReport } from '#features/safety'
import { type Db, transaction } from '#platform/database'
import { type App, notFound, decodeOffset, pageAtOffset, serve } from '#platform/http'

import { removeAdded } from './added.ts'
import { chooseQuests } from './choose-quests.ts'
import { chooseVersion } from './choose-version.ts'
import { saveDraft } from './draft.ts'
import { leaveQuest, startQuest } from './enroll.ts'
import { submitTask, withdrawTask } from './hand-in.ts'
import { addOwnTask } from './own-task.ts'
import { findOwnAttempt, findLearnerQuests } from './queries.ts'
import { repeatQuest } from './repeat-quest.ts'
import { requireQuest } from './require-quest.ts'

export const questRoutes = (app: App): void => {
  serve(app, quests, {
    listQuests: async ({ db, learner, query, clock }) => {
      const offset = decodeOffset(query.cursor)
      const learnerQuests = await findLearnerQuests(db, learner.id, query.search)
      const catalog = await findCatalog(db, learnerQuests.catalog_version, learnerQuests.alone)
      const today = clock().toISOString().slice(0, 10)
      const chosen = chooseQuests(catalog, learnerQuests, query, offset, today)
      return { ...pageAtOffset(offset, chosen), total: chosen.total }
    },

    getQuest: ({ db, learner, params }) => requireQuest(db, learner.id, params.id),

    startQuest: async ({ db, learner, params, clock }) => {
      await startQuest(db, learner.id, params.id, clock())
      return requireQuest(db, learner.id, params.id)
    },

    leaveQuest: async ({ db, learner, params }) => {
      await leaveQuest(db, learner.id, params.id)
      return requireQuest(db, learner.id, params.id)
    },

    chooseVersion: async ({ db, learner, params, body, clock }) => {
      await chooseVersion(db, learner.id, params.id, body.version, clock())
      return requireQuest(db, learner.id, params.id)
    },

    repeatQuest: async ({ learner, params, body, once, clock }) => {
      // Becomes part of a title, which the family and the advisor read.
      await requireHarmless(app.parts, {
        authorId: learner.id,
        readerIds: [],
        text: body.subject,
      })
      return once(async (db) => {
        const id = await repeatQuest(db, learner.id, params.id, body.subject, clock())
        return requireQuest(db, learner.id, id)
      })
    },

    addOwnTask: async ({ learner, params, body, once }) => {
      const text = `${body.title}.\n${body.instructions}`
      await requireHarmless(app.parts, { authorId: learner.id, readerIds: [], text })
      return once((db) => addOwnTask(db, learner.id, params.id, body))
    },

    removeAdded: ({ db, learner, params }) =>
      transaction(db, (db) => removeAdded(db, learner.id, params.id)),

    getAttempt: async ({ db, learner, params }) => {
      const attempt = await findOwnAttempt(db, learner.id, params.id)
      if (!attempt) throw notFound()
      return attempt
    },

    saveDraft: ({ db, learner, params, body }) => saveDraft(db, learner.id, params.id, body),

    submitTask: ({ learner, params, body, once, clock }) => {
      const { based_on: _, ...work } = body
      // A retry with the same key is the same submission, whichever draft it continues.
      const submit = async (db: Db) => {
        const outcome = await submitTask(db, learner.id, params.id, body, clock())
        await reportCrisesInWork(app.parts, db, {
          learnerId: learner.id,
          attemptId: outcome.attempt.id,
          texts: textsInWork(outcome.attempt),
        })
        return outcome
      }
      const call = { authorId: learner.id, text: textsInWork(body).join('\n') }
      return storeOrReport(app.parts, call, () => once(submit, work))
    },

    withdrawTask: ({ learner, params, once, clock }) =>
      once((db) => withdrawTask(db, learner.id, params.id, clock())),
  })
}
