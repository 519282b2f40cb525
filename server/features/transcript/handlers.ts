import type { FastifyReply } from 'fastify'

import { transcript } from '#contract/transcript'
import type { IssuedTranscript } from '#contract/transcript'
import { requireLearner } from '#features/advising'
import { recordAudit } from '#features/audit'
import { holdPerson } from '#features/caps'
import { findState, quarterOf } from '#features/revisions'
import type { Db } from '#platform/database'
import { conflict, cursorOf, forbidden, invalid, notFound, offsetOf, serve } from '#platform/http'
import type { App, Caller, Parts } from '#platform/http'
import { networkOf } from '#platform/limits'
import { sendPdf } from '#platform/pdf-thread'

import type { Drawn } from './draw-transcript.ts'
import { issueTranscript, listIssued, requireIssued, rescindTranscript } from './issue.ts'
import { makePdf } from './make-pdf.ts'
import { insertGrade } from './queries.ts'
import { recordOf } from './record.ts'
import {
  countView,
  endShare,
  findShare,
  insertShare,
  listShares,
  mayShare,
  shareUrl,
} from './shares.ts'

const MOST_SHARES = 50

export const transcriptRoutes = (app: App): void => {
  serve(app, transcript, {
    getTranscript: async ({ db, caller, query, clock, request, kept }) => {
      const learnerId = await whose(db, caller, query.learner_id)
      await auditStaff(db, caller, 'transcript_viewed', learnerId, request.ip)
      const now = clock()
      const state = await findState(db, learnerId)
      return kept(`${state} ${quarterOf(now)}`, () => recordOf(db, learnerId, now))
    },

    getTranscriptPdf: async ({ db, caller, query, clock, request, reply }) => {
      const learnerId = await whose(db, caller, query.learner_id)
      await auditStaff(db, caller, 'transcript_pdf_downloaded', learnerId, request.ip)
      const record = await recordOf(db, learnerId, clock())
      return answerPdf({ reply, asker: caller.userId }, 'transcript-unofficial', {
        record,
        ...query,
      })
    },

    listIssued: async ({ db, caller, query, clock }) => {
      const learnerId = await whose(db, caller, query.learner_id)
      const offset = offsetOf(query.cursor)
      return pageOf(
        await listIssued(db, learnerId, { offset, limit: query.limit }, clock()),
        offset,
      )
    },

    issueTranscript: async ({ db, caller, body, once, clock, request }) => {
      const learner = await requireLearner(db, caller, body.learner_id)
      return once(async (db) => {
        const issued = await issueTranscript(db, caller, body, clock())
        const { number, recipient } = issued.transcript
        await audit(db, caller, 'transcript_issued', learner.id, request.ip, { number, recipient })
        return issued
      })
    },

    getIssued: async ({ db, caller, params, clock, request }) => {
      const { issued, learnerId } = await requireIssued(db, params.id, clock())
      await whose(db, caller, learnerId)
      await auditStaff(db, caller, 'transcript_viewed', learnerId, request.ip)
      return issued
    },

    getIssuedPdf: async ({ db, caller, params, query, clock, config, request, reply }) => {
      const { issued, learnerId } = await requireIssued(db, params.id, clock())
      await whose(db, caller, learnerId)
      await auditStaff(db, caller, 'transcript_pdf_downloaded', learnerId, request.ip)
      const { paper = issued.transcript.paper } = query
      const to = { reply, asker: caller.userId }
      return answerPdf(to, issued.transcript.number, { ...officially(config, issued), paper })
    },

    rescindTranscript: async ({ db, caller, params, body, once, clock, request }) => {
      const { learnerId } = await requireIssued(db, params.id, clock())
      const learner = await requireLearner(db, caller, learnerId)
      return once(async (db) => {
        const by = { id: params.id, reason: body.reason, byId: caller.userId }
        const issued = await rescindTranscript(db, by, clock())
        const { number } = issued.transcript
        await audit(db, caller, 'transcript_rescinded', learner.id, request.ip, { number })
        return issued
      })
    },

    recordGrade: async ({ db, caller, params, body, once, clock, request }) => {
      const learner = await requireLearner(db, caller, params.id)
      return once(async (db) => {
        const { school_year, grade, subject = null, quest_id = null } = body
        if (quest_id !== null) await requireStarted(db, learner.id, quest_id)
        await insertGrade(db, {
          learnerId: learner.id,
          recordedBy: caller.userId,
          now: clock(),
          school_year,
          subject,
          quest_id,
          grade,
        })
        await audit(db, caller, 'grade_recorded', learner.id, request.ip, body)
        return recordOf(db, learner.id, clock())
      })
    },

    listShares: async (call) => {
      const { db, caller, query, clock } = call
      const offset = offsetOf(query.cursor)
      const { limit } = query
      const { items, total } = await listShares(db, caller.userId, { offset, limit }, clock())
      const withUrls = items.map((share) => ({ ...share, url: shareUrl(call, share.id) }))
      return pageOf({ items: withUrls, total }, offset)
    },

    addShare: async (call) => {
      const { db, caller, body, clock, request, once } = call
      const now = clock()
      if (!(await mayShare(db, caller.userId))) {
        throw forbidden('Your guardian has not allowed sharing yet.', 'guardian_permission')
      }
      const transcriptId = body.transcript_id ?? null
      if (transcriptId !== null) {
        const { learnerId } = await requireIssued(db, transcriptId, now)
        if (learnerId !== caller.userId) throw notFound()
      }
      const wanted = { ...body, learnerId: caller.userId, transcriptId }
      return once(async (db) => {
        await holdPerson(db, caller.userId)
        const { total } = await listShares(db, caller.userId, { offset: 0, limit: 1 }, now)
        if (total >= MOST_SHARES) {
          throw conflict('There are many open links already. End one of them first.')
        }
        const id = await insertShare(db, wanted, now)
        await audit(db, caller, 'transcript_shared', caller.userId, request.ip, { share: id })
        const { items } = await listShares(db, caller.userId, { offset: 0, limit: 1000 }, now)
        const share = items.find((each) => each.id === id)
        if (!share) throw notFound()
        return { ...share, url: shareUrl(call, id) }
      })
    },

    endShare: async ({ db, caller, params, clock, request }) => {
      if (!(await endShare(db, caller.userId, params.id, clock()))) throw notFound()
      const detail = { share: params.id }
      await audit(db, caller, 'transcript_share_ended', caller.userId, request.ip, detail)
    },

    sharedTranscript: async (call) => shownBy(call, call.params.token),

    sharedPdf: async (call) => {
      const { params, query, config, reply, request } = call
      const to = { reply, asker: networkOf(request.ip) }
      const { issued, record } = await shownBy(call, params.token)
      return issued
        ? answerPdf(to, issued.transcript.number, {
            ...officially(config, issued),
            paper: query.paper,
          })
        : answerPdf(to, 'transcript-unofficial', { record, ...query })
    },

    countShareView: async (call) => countView(call, call.params.token, call.clock()),
  })
}

/**
 * Whose record a caller may read: their own, and staff those of their learners.
 * @throws notFound alike for others' learners and unknown ones
 */
const whose = async (db: Db, caller: Caller, learnerId = caller.userId): Promise<string> => {
  if (learnerId !== caller.userId) await requireLearner(db, caller, learnerId)
  return learnerId
}

const shownBy = async (parts: Pick<Parts, 'db' | 'secret' | 'clock'>, token: string) => {
  const { db } = parts
  const now = parts.clock()
  const share = await findShare(parts, token, now)
  if (!share) throw notFound('There is no transcript here.')
  const { learner_id, transcript_id, expires_at } = share
  if (transcript_id === null) {
    return { expires_at, issued: null, record: await recordOf(db, learner_id, now) }
  }
  const { issued } = await requireIssued(db, transcript_id, now)
  return { expires_at, issued, record: issued.transcript.record }
}

const requireStarted = async (db: Db, learnerId: string, questId: string) => {
  const started = await db
    .selectFrom('enrollments')
    .select('quest_id')
    .where('learner_id', '=', learnerId)
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  if (started) return
  const message = 'The learner has not taken up this quest.'
  throw invalid(message, { quest_id: message })
}

const officially = ({ publicUrl }: Parts['config'], issued: IssuedTranscript): Drawn => {
  const { record, rendering, paper, verify_code } = issued.transcript
  return {
    record,
    rendering,
    paper,
    official: {
      transcript: issued.transcript,
      sha256: issued.sha256,
      verifyUrl: `${publicUrl}/verify/${verify_code}`,
      rescinded:
        issued.rescinded_at === null
          ? null
          : { at: issued.rescinded_at, because: issued.rescinded_because ?? '' },
    },
  }
}

const answerPdf = async (
  { reply, asker }: { reply: FastifyReply; asker: string },
  name: string,
  drawn: Drawn,
): Promise<FastifyReply> => sendPdf(reply, name, await makePdf(drawn, asker))

const audit = (
  db: Db,
  { userId }: Caller,
  action: string,
  subjectId: string,
  address: string,
  detail?: Record<string, unknown>,
) => recordAudit(db, { actorId: userId, subjectId, action, address, ...(detail ? { detail } : {}) })

/** What people do with their own record is theirs. */
const auditStaff = async (
  db: Db,
  caller: Caller,
  action: string,
  learnerId: string,
  address: string,
) => {
  if (caller.userId !== learnerId) await audit(db, caller, action, learnerId, address)
}

const pageOf = <T>({ items, total }: { items: T[]; total: number }, offset: number) => {
  const end = offset + items.length
  return { items, next_cursor: end < total ? cursorOf(end) : null }
}
