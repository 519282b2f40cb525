import type { FastifyReply } from 'fastify'

import { paths } from '#contract/paths'
import { type IssuedTranscript, transcript } from '#contract/transcript'
import { findOpenCredential, signDeferred } from '#features/credentials'
import { requireHarmlessFor } from '#features/safety'
import { type App, notFound, decodeOffset, pageAtOffset, type Parts, serve } from '#platform/http'
import { networkOf } from '#platform/limits'
import { sendPdf } from '#platform/pdf-thread'
import { readRecordCode } from '#rules/text/record-code'

import type { TranscriptDrawing } from './draw-transcript.ts'
import { recordGrade } from './grade.ts'
import {
  findIssued,
  issueTranscript,
  listIssued,
  requireIssued,
  revokeTranscript,
  textOf,
} from './issue.ts'
import { recordOf } from './record.ts'
import { renderPdf } from './render-pdf.ts'
import { addShare, countView, endShare, findShare, listShares, shareUrl } from './shares.ts'

export const transcriptRoutes = (app: App): void => {
  const { jobs } = app.parts
  serve(app, transcript, {
    getTranscript: (call) => recordOf(call, call.learner.id, call.clock()),

    getTranscriptPdf: async (call) => {
      const { caller, query, reply } = call
      const record = await recordOf(call, call.learner.id, call.clock())
      const to = { reply, asker: caller.userId }
      return sendPdfTo(to, 'transcript-unofficial', { record, ...query })
    },

    listIssued: async ({ db, learner, query, clock }) => {
      const offset = decodeOffset(query.cursor)
      const page = { offset, limit: query.limit }
      return pageAtOffset(offset, await listIssued(db, learner.id, page, clock()))
    },

    issueTranscript: async (call) => {
      const { caller, learner, body, once, clock, config, audit } = call
      await requireHarmlessFor(call, [body.recipient, body.student_number])
      return once(async (db) => {
        const issued = await issueTranscript({ db, config }, caller, body, clock())
        const { number, recipient } = issued.transcript
        await signDeferred(jobs, db, learner.id)
        await audit(db, 'transcript_issued', { number, recipient })
        return issued
      })
    },

    getIssued: async ({ db, params, clock }) =>
      (await requireIssued(db, params.id, clock())).issued,

    getIssuedPdf: async ({ db, caller, params, query, clock, config, reply }) => {
      const { issued } = await requireIssued(db, params.id, clock())
      const { paper = issued.transcript.paper } = query
      const to = { reply, asker: caller.userId }
      return sendPdfTo(to, issued.transcript.number, { ...officially(config, issued), paper })
    },

    showText: async ({ db, params, clock, reply }) => {
      const code = readRecordCode(params.code)
      const open = code ? await findOpenCredential(db, code) : undefined
      const found = open && (await findIssued(db, { credentialId: open.id }, clock()))
      if (!found) throw notFound()
      // Sent as bytes: exactly the hashed text, however replies are serialized.
      return reply
        .headers({
          'content-type': 'application/json',
          'cache-control': 'no-cache',
          'x-robots-tag': 'noindex',
        })
        .send(Buffer.from(textOf(found.issued.transcript)))
    },

    revokeTranscript: async (call) => {
      const { caller, params, body, once, clock, audit } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        const by = { id: params.id, reason: body.reason, byId: caller.userId }
        const issued = await revokeTranscript(db, by, clock())
        await audit(db, 'transcript_revoked', { number: issued.transcript.number })
        return issued
      })
    },

    recordGrade: ({ caller, learner, body, once, clock, config, audit }) =>
      once(async (db) => {
        const by = { learnerId: learner.id, recordedBy: caller.userId, now: clock() }
        await recordGrade(db, by, body)
        await audit(db, 'grade_recorded', body)
        return recordOf({ db, config }, learner.id, clock())
      }),

    listShares: async (call) => {
      const { db, learner, query, clock } = call
      const offset = decodeOffset(query.cursor)
      const page = { offset, limit: query.limit }
      const { items, total } = await listShares(db, learner.id, page, clock())
      const withUrls = items.map((share) => ({ ...share, url: shareUrl(call, share.id) }))
      return pageAtOffset(offset, { items: withUrls, total })
    },

    addShare: async (call) => {
      const { learner, body, clock, once, audit } = call
      await requireHarmlessFor(call, [body.label])
      return once(async (db) => {
        const share = await addShare(db, learner.id, body, clock())
        await audit(db, 'transcript_shared', { share: share.id })
        return { ...share, url: shareUrl(call, share.id) }
      })
    },

    endShare: async ({ db, learner, params, clock, audit }) => {
      if (!(await endShare(db, learner.id, params.id, clock()))) throw notFound()
      await audit(db, 'transcript_share_ended', { share: params.id })
    },

    sharedTranscript: async (call) => shownBy(call, call.params.token),

    sharedPdf: async (call) => {
      const { params, query, config, reply, request } = call
      const to = { reply, asker: networkOf(request.ip) }
      const { issued, record } = await shownBy(call, params.token)
      return issued
        ? sendPdfTo(to, issued.transcript.number, {
            ...officially(config, issued),
            paper: query.paper,
          })
        : sendPdfTo(to, 'transcript-unofficial', { record, ...query })
    },

    countShareView: async (call) => countView(call, call.params.token, call.clock()),
  })
}

const shownBy = async (parts: Pick<Parts, 'db' | 'config' | 'secret' | 'clock'>, token: string) => {
  const { db } = parts
  const now = parts.clock()
  const share = await findShare(parts, token, now)
  if (!share) throw notFound('Transcript not found.')
  const { learner_id, transcript_id, expires_at } = share
  if (transcript_id === null) {
    return { expires_at, issued: null, record: await recordOf(parts, learner_id, now) }
  }
  const { issued } = await requireIssued(db, transcript_id, now)
  return { expires_at, issued, record: issued.transcript.record }
}

const officially = (
  { publicUrl }: Parts['config'],
  issued: IssuedTranscript,
): TranscriptDrawing => {
  const { record, rendering, paper, verify_code } = issued.transcript
  return {
    record,
    rendering,
    paper,
    official: {
      transcript: issued.transcript,
      sha256: issued.sha256,
      identity: issued.learner_identity,
      verifyUrl: `${publicUrl}${paths.verified(verify_code)}`,
      revoked:
        issued.revoked_at === null
          ? null
          : { at: issued.revoked_at, because: issued.revoked_because ?? '' },
    },
  }
}

const sendPdfTo = async (
  { reply, asker }: { reply: FastifyReply; asker: string },
  name: string,
  drawn: TranscriptDrawing,
): Promise<FastifyReply> => sendPdf(reply, name, await renderPdf(drawn, asker))
