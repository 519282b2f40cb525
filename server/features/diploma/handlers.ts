import { diploma } from '#contract/diploma'
import type { Db } from '#platform/database'
import { notFound, serve } from '#platform/http'
import type { App, Caller } from '#platform/http'

import { hasNews, issueDiploma, rescindDiploma, takeOutCertificate } from './make-diploma.ts'
import { asReply, findDiploma, findLearner, listDiplomas } from './queries.ts'

/** Whether a learner is in an advisor's care. */
type IsAdvisorOf = (db: Db, advisorId: string, learnerId: string) => Promise<boolean>

/** @param isAdvisorOf told by the feature that knows caseloads; without it, only admins issue and rescind */
export const diplomaRoutes = (
  app: App,
  { isAdvisorOf }: { isAdvisorOf?: IsAdvisorOf } = {},
): void => {
  const { publicUrl } = app.parts.config

  const requireCare = async (db: Db, caller: Caller, learnerId: string) => {
    if (caller.role === 'admin') return
    if (!(await isAdvisorOf?.(db, caller.userId, learnerId))) throw notFound()
  }

  serve(app, diploma, {
    getDiploma: async ({ db, caller }) => {
      const learner = await findLearner(db, caller.userId)
      if (!learner) throw notFound()
      const rows = await listDiplomas(db, caller.userId)
      return {
        is_academy: learner.subscription_tier === 'enterprise',
        quests_completed: learner.quests.length,
        can_take_out: hasNews(learner, rows),
        diplomas: rows.map((row) => asReply(row, publicUrl)),
      }
    },

    takeOutCertificate: async ({ caller, clock, once }) =>
      once(async (db) => asReply(await takeOutCertificate(db, caller.userId, clock()), publicUrl)),

    issueDiploma: async ({ db, caller, body, clock, once }) => {
      await requireCare(db, caller, body.learner_id)
      return once(async (db) =>
        asReply(await issueDiploma(db, caller, body.learner_id, clock()), publicUrl),
      )
    },

    rescindDiploma: async ({ db, caller, params, body, clock, once }) => {
      const found = await findDiploma(db, params)
      if (!found) throw notFound()
      await requireCare(db, caller, found.learner_id)
      return once(async (db) =>
        asReply(
          await rescindDiploma(db, caller, { id: params.id, reason: body.reason }, clock()),
          publicUrl,
        ),
      )
    },
  })
}
