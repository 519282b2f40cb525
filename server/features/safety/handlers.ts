import { safety } from '#contract/safety'
import { NEW_GUARDIANS_JOB } from '#features/family'
import { transaction } from '#platform/database'
import { type App, notFound, decodeOffset, pageAtOffset, serve } from '#platform/http'

import { changeReport, releaseReport } from './change-report.ts'
import { crisisHelpFor, type CrisisLines } from './crisis-help.ts'
import { escalateReports } from './escalate.ts'
import { findStaffReader } from './impartial.ts'
import { checkNewGuardians } from './new-guardian.ts'
import {
  countNew,
  findReport,
  listCases,
  listQuoted,
  listReports,
  type ReportReader,
} from './queries.ts'
import { isSafeguard, listSafeguards, nameSafeguard } from './safeguards.ts'

export const safetyRoutes = (app: App, lines: CrisisLines): void => {
  app.parts.jobs.schedule('escalate-safety-reports', '*/5 * * * *', () =>
    escalateReports(app.parts),
  )
  app.parts.jobs.schedule(NEW_GUARDIANS_JOB, '* * * * *', () => checkNewGuardians(app.parts), {
    isLong: true,
  })

  serve(app, safety, {
    listSafetyReports: async ({ db, caller, learner, query: { cursor, limit } }) => {
      const offset = decodeOffset(cursor)
      const page = { offset, limit: limit + 1 }
      return cut(offset, limit, await listReports(db, learner.id, readingOf(caller, learner), page))
    },

    openSafetyReport: async ({ db, caller, learner, learners, params }) => {
      const { may } = await learners.accessOf(caller, learner)
      const readsMessages = learner.relation !== 'guardian' || may('readMessages')
      const reading = { ...readingOf(caller, learner), readsMessages }
      const report = await findReport(db, params.id, reading)
      if (!report) throw notFound()
      return { ...report, messages: await listQuoted(db, params.id) }
    },

    changeSafetyReport: ({ db, caller, learner, params, body, clock, audit }) =>
      transaction(db, async (db) => {
        const one = { id: params.id, reading: readingOf(caller, learner) }
        const report = await changeReport(db, one, body.state, clock())
        await audit(db, 'safety_report_changed', { report: params.id, state: body.state })
        return report
      }),

    releaseSafetyReport: async ({ caller, learner, params, body, audit, ...parts }) => {
      const reading = readingOf(caller, learner)
      const released = { id: params.id, reading, reason: body.reason }
      const report = await releaseReport(parts, released)
      await audit(parts.db, 'safety_report_released', { report: params.id })
      return report
    },

    countSafetyReports: async ({ db, caller }) => ({ children: await countNew(db, caller.userId) }),

    listSafetyCases: async ({ db, caller, query: { cursor, limit } }) => {
      const offset = decodeOffset(cursor)
      const staff = { id: caller.userId, isSafeguarding: await isSafeguard(db, caller.userId) }
      return cut(offset, limit, await listCases(db, staff, { offset, limit: limit + 1 }))
    },

    listSafeguards: async ({ db, caller }) =>
      listSafeguards(db, await findStaffReader(db, caller.userId)),

    nameSafeguard: ({ db, params, body, audit }) =>
      transaction(db, async (db) => {
        const named = await nameSafeguard(db, params.id, body.safeguarding)
        await audit(db, 'safeguard_named', body, params.id)
        return named
      }),

    crisisHelp: async ({ db, caller, query, request }) => {
      const { country } = await db
        .selectFrom('accounts')
        .select('country')
        .where('id', '=', caller.userId)
        .executeTakeFirstOrThrow()
      const languages = request.headers['accept-language']
      const hints = { chosen: query.country, profile: country, languages }
      return crisisHelpFor(lines, hints, query.about)
    },
  })
}

const readingOf = (
  { userId }: { userId: string },
  { relation }: Pick<ReportReader, 'relation'>,
) => ({
  userId,
  relation,
})

/** Pages a list that was read with one extra row. */
const cut = <T>(offset: number, limit: number, rows: T[]) =>
  pageAtOffset(offset, { items: rows.slice(0, limit), total: offset + rows.length })
