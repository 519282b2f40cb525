import { diploma } from '#contract/diploma'
import { requireLearner } from '#features/advising'
import { recordAudit } from '#features/audit'
import { creditsFor } from '#features/credits'
import type { Db } from '#platform/database'
import { notFound, serve } from '#platform/http'
import type { App, Caller } from '#platform/http'
import { sendPdf } from '#platform/pdf-thread'
import { isAcademy } from '#rules/membership'

import { hasNews, issueDiploma, rescindDiploma, takeOutCertificate } from './make-diploma.ts'
import { makePdf } from './make-pdf.ts'
import { asReply, findDiploma, findLearner, listDiplomas } from './queries.ts'
import { readinessOf } from './readiness.ts'

export const diplomaRoutes = (app: App): void => {
  const { publicUrl } = app.parts.config

  serve(app, diploma, {
    getDiploma: async ({ db, caller, query, request }) => {
      const learnerId = query.learner_id ?? caller.userId
      await requireReader(db, caller, learnerId)
      await auditStaff(db, caller, 'diplomas_viewed', learnerId, request.ip)
      const learner = await findLearner(db, learnerId)
      if (!learner) throw notFound()
      const rows = await listDiplomas(db, learnerId)
      return {
        is_academy: isAcademy(learner.subscription_tier),
        quests_completed: learner.quests.length,
        can_take_out: hasNews(learner, rows),
        readiness: readinessOf(await creditsFor(db, learnerId)),
        diplomas: rows.map((row) => asReply(row, publicUrl)),
      }
    },

    takeOutCertificate: async ({ caller, clock, once }) =>
      once(async (db) => asReply(await takeOutCertificate(db, caller.userId, clock()), publicUrl)),

    issueDiploma: async ({ db, caller, body, clock, once, request }) => {
      const learner = await requireLearner(db, caller, body.learner_id)
      return once(async (db) => {
        const wanted = { learnerId: learner.id, waiver: body.waiver }
        const row = await issueDiploma(db, caller, wanted, clock())
        const waiver = row.waived_because === null ? {} : { waiver: row.waived_because }
        const detail = { number: row.snapshot.number, ...waiver }
        await audit(db, caller, 'diploma_issued', learner.id, request.ip, detail)
        return asReply(row, publicUrl)
      })
    },

    getDiplomaPdf: async ({ db, caller, params, query, request, reply }) => {
      const row = await findDiploma(db, params)
      if (!row) throw notFound()
      await requireReader(db, caller, row.learner_id)
      const { number } = row.snapshot
      await auditStaff(db, caller, 'diploma_pdf_downloaded', row.learner_id, request.ip, { number })
      const { state, verify_url, diploma } = asReply(row, publicUrl)
      const isValid = state === 'valid'
      const drawn = { diploma, paper: query.paper, verifyUrl: verify_url, isValid }
      return sendPdf(reply, number, await makePdf(drawn, caller.userId))
    },

    rescindDiploma: async ({ db, caller, params, body, clock, once, request }) => {
      const found = await findDiploma(db, params)
      if (!found) throw notFound()
      const learner = await requireLearner(db, caller, found.learner_id)
      return once(async (db) => {
        const by = { id: params.id, reason: body.reason, byId: caller.userId }
        const row = await rescindDiploma(db, by, clock())
        const detail = { number: row.snapshot.number }
        await audit(db, caller, 'diploma_rescinded', learner.id, request.ip, detail)
        return asReply(row, publicUrl)
      })
    },
  })
}

/** @throws notFound alike for others' learners and unknown ones */
const requireReader = async (db: Db, caller: Caller, learnerId: string) => {
  if (learnerId !== caller.userId) await requireLearner(db, caller, learnerId)
}

const audit = (
  db: Db,
  { userId }: Caller,
  action: string,
  subjectId: string,
  address: string,
  detail: Record<string, unknown>,
) => recordAudit(db, { actorId: userId, subjectId, action, address, detail })

/** What people do with their own record is theirs. */
const auditStaff = async (
  db: Db,
  caller: Caller,
  action: string,
  learnerId: string,
  address: string,
  detail: Record<string, unknown> = {},
) => {
  if (caller.userId !== learnerId) await audit(db, caller, action, learnerId, address, detail)
}
