import { audit } from '#contract/audit'
import { diplomaPlan } from '#contract/diploma-plan'
import { operations } from '#contract/operations'
import { people } from '#contract/people'
import { siteSettings } from '#contract/site-settings'
import { endSessions, stopActing } from '#features/auth'
import { addPlanVersion } from '#features/credits'
import { findSettings, LEGAL_VERSION, storeSetting } from '#features/site'
import { AUDIT_ACTIONS, recordAudit } from '#platform/audit'
import { transaction } from '#platform/database'
import { type App, conflict, notFound, serve } from '#platform/http'

import { changePerson } from './change-person.ts'
import { showDiplomaPlan } from './diploma-plan.ts'
import { listPeople } from './find-people.ts'
import { cancelJob, listJobs, retryJob } from './jobs.ts'
import { listAudit } from './list-audit.ts'
import { LEGAL_REVIEWED, showOverview } from './overview.ts'
import { EARLIER_WORDS_JOB, screenAllEarlierWords } from './screen-earlier-words.ts'
import { showPerson } from './show-person.ts'
import { showSpeed } from './show-speed.ts'
import { signInAs } from './sign-in-as.ts'
import {
  changeBrandHue,
  changeOffers,
  changeSettings,
  findLogo,
  receiveLogo,
  replaceLogo,
} from './site-settings.ts'
import { testMail } from './test-mail.ts'

/** @param scratch folder for temporary files */
export const adminRoutes = (app: App, scratch: string): void => {
  app.parts.jobs.work(EARLIER_WORDS_JOB, ({ learnerId }: { learnerId: string }) =>
    screenAllEarlierWords(app.parts, learnerId),
  )

  serve(app, audit, {
    listAudit: async ({ db, caller, query }) => ({
      ...(await listAudit(db, caller.userId, query)),
      actions: [...AUDIT_ACTIONS],
    }),
  })

  serve(app, operations, {
    showOverview: (call) => showOverview(call, call.caller.userId),

    testMail: ({ caller, audit, ...parts }) => testMail(parts, audit, caller.userId),

    confirmLegalTexts: ({ once, audit }) =>
      once(async (db) => {
        await storeSetting(db, LEGAL_REVIEWED, LEGAL_VERSION)
        await audit(db, 'legal_texts_reviewed', { version: LEGAL_VERSION })
      }),

    showSpeed: async (call) => showSpeed(call),

    listJobs: ({ db, query }) => listJobs(db, query),

    retryJob: ({ params, once, audit, jobs }) =>
      once(async (db) => {
        const queue = await retryJob(jobs, db, params.id)
        await audit(db, 'job_retried', { queue, job: params.id })
      }),

    cancelJob: ({ db, params, audit, jobs }) =>
      transaction(db, async (db) => {
        const queue = await cancelJob(jobs, db, params.id)
        await audit(db, 'job_cancelled', { queue, job: params.id })
      }),
  })

  serve(app, siteSettings, {
    changeSettings: async ({ body, once, audit, ...parts }) => {
      await once(async (db) => {
        const before = await findSettings({ ...parts, db })
        await changeSettings(db, body)
        const { site_name, support_email } = before
        await audit(db, 'site_changed', { from: { site_name, support_email }, to: body })
      })
      return findSettings(parts)
    },

    changeOffers: async ({ body, once, audit, ...parts }) => {
      await once(async (db) => {
        const { offers } = await findSettings({ ...parts, db })
        await changeOffers(db, body.offers)
        await audit(db, 'site_changed', { from: { offers }, to: body })
      })
      return findSettings(parts)
    },

    changeColour: async ({ body, once, audit, ...parts }) => {
      await once(async (db) => {
        await changeBrandHue(db, body.brand_hue)
        await audit(db, 'site_changed', { to: body })
      })
      return findSettings(parts)
    },

    changeLogo: async ({ request, caller, audit, ...parts }) => {
      const logo = await receiveLogo(parts, scratch, { request, ownerId: caller.userId })
      await transaction(parts.db, async (db) => {
        await replaceLogo(db, logo)
        await audit(db, 'site_changed', { logo: 'changed' })
      })
      return findSettings(parts)
    },

    removeLogo: async ({ audit, ...parts }) => {
      await transaction(parts.db, async (db) => {
        await replaceLogo(db, null)
        await audit(db, 'site_changed', { logo: 'removed' })
      })
      return findSettings(parts)
    },

    showLogo: async ({ db, params, reply }) => {
      const logo = await findLogo(db, params.id)
      if (!logo) throw notFound()
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(logo.content_type)
        .send(logo.bytes)
    },
  })

  serve(app, diplomaPlan, {
    showDiplomaPlan: ({ db }) => showDiplomaPlan(db),

    changeDiplomaPlan: ({ body, once, audit }) =>
      once(async (db) => {
        const { version, name } = await addPlanVersion(db, body)
        await audit(db, 'diploma_plan_changed', { version, name })
        return showDiplomaPlan(db)
      }),
  })

  serve(app, people, {
    listPeople: ({ db, query }) => listPeople(db, query),

    showPerson: ({ db, caller, params, clock }) =>
      showPerson(db, params.id, { id: caller.userId, now: clock() }),

    changePerson: async ({ caller, params, body, once, request, audit, ...parts }) => {
      const by = { adminId: caller.userId, address: request.ip, audit }
      await once((db) => changePerson(parts, db, by, params.id, body))
      parts.callers.forget(params.id)
      return showPerson(parts.db, params.id, { id: caller.userId, now: parts.clock() })
    },

    sendPasswordLink: async ({ params, once, audit, jobs }) => {
      await once(async (db) => {
        const person = await db
          .selectFrom('accounts')
          .select(['email', 'status'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!person) throw notFound()
        if (person.status === 'suspended') throw conflict('This account is suspended.')
        if (person.email === null) {
          throw conflict('This account has no email address. Make a password link to hand over.')
        }
        await jobs.enqueue(db, 'mail-if-known', { kind: 'reset_password', email: person.email })
        await audit(db, 'password_link_sent', {}, params.id)
      })
    },

    endPersonSessions: async ({ db, caller, callers, params, audit, clock }) => {
      const reader = { id: caller.userId, now: clock() }
      await transaction(db, async (db) => {
        await showPerson(db, params.id, reader)
        const ended = await endSessions(db, params.id, { except: caller.sessionId }, clock())
        await audit(db, 'sessions_ended', { ended }, params.id)
      })
      callers.forget(params.id)
      return showPerson(db, params.id, reader)
    },

    signInAs: ({ caller, params, body, request, reply, ...parts }) =>
      signInAs(parts, { request, reply }, { admin: caller, personId: params.id, ...body }),

    stopActing: async ({ caller, request, reply, ...parts }) => {
      const { actor } = caller
      if (!actor) throw conflict('You are signed in as yourself.')
      const who = { actorId: actor.userId, subjectId: caller.userId, address: request.ip }
      await recordAudit(parts.db, { ...who, action: 'stopped_acting' })
      return stopActing(parts, { request, reply }, { ...caller, actor })
    },
  })
}
