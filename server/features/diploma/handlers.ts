import { diploma } from '#contract/diploma'
import { signDeferred } from '#features/credentials'
import { creditsFor } from '#features/credits'
import { requireHarmlessFor } from '#features/safety'
import { type App, notFound, serve } from '#platform/http'
import { sendPdf } from '#platform/pdf-thread'
import { isAcademy } from '#rules/membership'

import { hasNewContent, issueDiploma, revokeDiploma, issueCertificate } from './make-diploma.ts'
import { toReply, findDiploma, findLearner, listDiplomas } from './queries.ts'
import { readinessOf } from './readiness.ts'
import { renderPdf } from './render-pdf.ts'

export const diplomaRoutes = (app: App): void => {
  const { config, jobs } = app.parts
  const { publicUrl } = config

  serve(app, diploma, {
    getDiploma: async ({ db, learner }) => {
      const found = await findLearner(db, learner.id)
      if (!found) throw notFound()
      const rows = await listDiplomas(db, learner.id)
      return {
        is_academy: isAcademy(found.subscription_tier),
        quests_completed: found.quests_completed,
        quests_accepted: found.quests.length,
        can_take_out: hasNewContent(found, rows),
        readiness: readinessOf(await creditsFor(db, learner.id)),
        diplomas: rows.map((row) => toReply(row, publicUrl)),
      }
    },

    takeOutCertificate: async ({ caller, clock, once }) =>
      once(async (db) => {
        const row = await issueCertificate(db, caller.userId, clock())
        await signDeferred(jobs, db, caller.userId)
        return toReply(row, publicUrl)
      }),

    issueDiploma: async (call) => {
      const { caller, learner, body, clock, once, audit } = call
      await requireHarmlessFor(call, [body.waiver])
      return once(async (db) => {
        const wanted = { learnerId: learner.id, waiver: body.waiver }
        const row = await issueDiploma(db, caller, wanted, clock())
        const waiver = row.waived_because === null ? {} : { waiver: row.waived_because }
        const detail = { number: row.snapshot.number, ...waiver }
        await signDeferred(jobs, db, learner.id)
        await audit(db, 'diploma_issued', detail)
        return toReply(row, publicUrl)
      })
    },

    getDiplomaPdf: async ({ db, caller, params, query, reply }) => {
      const row = await findDiploma(db, params)
      if (!row) throw notFound()
      const { number } = row.snapshot
      const { state, verify_url, diploma } = toReply(row, publicUrl)
      const isValid = state === 'valid'
      const drawn = { diploma, paper: query.paper, verifyUrl: verify_url, isValid }
      return sendPdf(reply, number, await renderPdf(drawn, caller.userId))
    },

    revokeDiploma: async (call) => {
      const { caller, params, body, clock, once, audit } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        const by = { id: params.id, reason: body.reason, byId: caller.userId }
        const row = await revokeDiploma(db, by, clock())
        await audit(db, 'diploma_revoked', { number: row.snapshot.number })
        return toReply(row, publicUrl)
      })
    },
  })
}
