import type { AddedEvidence } from '#contract/evidence'
import { parents } from '#contract/parents'
import { listBadgesOf } from '#features/badges'
import { datesOf } from '#features/calendar'
import { listAwaitingGuardian } from '#features/connections'
import { creditsFor } from '#features/credits'
import { findDashboard } from '#features/progress'
import { listAddedBy, removeAdded } from '#features/quests'
import { transaction } from '#platform/database'
import {
  type App,
  decodeRowCursor,
  encodeRowCursor,
  notFound,
  pageAfter,
  serve,
} from '#platform/http'
import { localTime, monthOf } from '#rules/local-time'

import { addEvidence } from './add-evidence.ts'
import { listChildren, listWaitingForConsent } from './children.ts'
import { findInsights, findProgress } from './progress.ts'
import { findChild, listEvidence, listOlderEvidence } from './queries.ts'
import { findNews, markSeen } from './visits.ts'

/** Pieces of work on a page, each of which may be as long as 25 printed pages (decisions/0074). */
const MAX_WORK = 24

/** @param scratch folder for temporary files */
export const parentRoutes = (app: App, scratch: string): void =>
  serve(app, parents, {
    listChildren: async ({ db, caller, clock, query }) => {
      const now = clock()
      const [children, requests, waiting] = await Promise.all([
        listChildren(db, caller.userId, { now, timeZone: query.time_zone }),
        // Admins do not read connections, as somebody else neither.
        caller.actor ? [] : listAwaitingGuardian(db, caller.userId, now),
        listWaitingForConsent(db, caller.userId, now),
      ])
      return { children, requests, waiting }
    },

    parentDashboard: async ({ db, learner, clock, query }) => {
      const [child, dashboard, evidence, credits, badges] = await Promise.all([
        findChild(db, learner.id),
        findDashboard(db, learner.id, clock(), query.time_zone),
        listEvidence(db, learner.id),
        creditsFor(db, learner.id),
        listBadgesOf(db, learner.id),
      ])
      if (!child || !dashboard) throw notFound()
      const {
        xp,
        week,
        quests_completed,
        active_quests,
        due_soon,
        feedback,
        badges_near_completion,
      } = dashboard
      return {
        child,
        xp,
        week,
        quests_completed,
        active_quests,
        due_soon,
        feedback: feedback.filter(({ held_back }) => !held_back),
        badges: badges.map(({ badge_id, name, version, earned_at }) => ({
          id: badge_id,
          name,
          version,
          earned_at,
        })),
        badges_near_completion,
        evidence,
        credits: credits.total,
      }
    },

    listWork: async ({ db, learner, query: { cursor, limit, before } }) => {
      const most = Math.min(limit, MAX_WORK)
      const page = { after: decodeRowCursor(cursor), before, limit: most + 1 }
      const rows = await listOlderEvidence(db, learner.id, page)
      const fitting = rows.filter(({ is_on_page }) => is_on_page).length
      return pageAfter(rows, Math.min(most, fitting), encodeRowCursor)
    },

    parentNews: ({ db, caller, learner, clock }) =>
      findNews(db, { guardianId: caller.userId, learnerId: learner.id }, clock()),

    markSeen: ({ db, caller, learner, body, clock }) =>
      transaction(db, (db) =>
        markSeen(
          db,
          { guardianId: caller.userId, learnerId: learner.id },
          { asOf: body.as_of, now: clock(), timeZone: body.time_zone },
        ),
      ),

    parentCalendar: async ({ db, caller, learner, learners, clock, query }) => {
      const { time_zone } = query
      const month = monthOf(localTime(clock(), time_zone).day)
      const { from = month.from, to = month.to } = query
      const { may } = await learners.accessOf(caller, learner)
      const range = { from, to, timeZone: time_zone }
      const reader = may('readEvents') ? 'family' : 'others'
      const includeWithheld = learner.relation !== 'guardian'
      return datesOf(db, learner.id, range, { reader, includeWithheld, now: clock() })
    },

    listAdded: async ({ db, caller, learner }) => ({
      items: await listAddedBy(db, learner.id, caller.userId),
    }),

    addEvidence: async ({ caller, learner, request, once, ...parts }) => {
      const submitter: AddedEvidence['submitter'] =
        learner.relation === 'guardian' ? 'parent' : 'advisor'
      const giving = { learnerId: learner.id, addedBy: caller.userId, submitter, request, once }
      return addEvidence(parts, scratch, giving)
    },

    takeBackAdded: ({ db, caller, learner, params }) =>
      transaction(db, (db) => removeAdded(db, learner.id, params.added_id, caller.userId)),

    parentProgress: ({ db, learner, clock, query }) =>
      findProgress(db, learner.id, {
        now: clock(),
        timeZone: query.time_zone,
        weeks: query.weeks,
      }),

    parentInsights: async ({ db, learner, clock, query }) => {
      const child = await findChild(db, learner.id)
      if (!child) throw notFound()
      const about = { id: child.id, firstName: child.first_name }
      const when = { now: clock(), timeZone: query.time_zone }
      return { insights: await findInsights(db, about, when) }
    },
  })
