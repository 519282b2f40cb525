import { family } from '#contract/family'
import { guardians } from '#contract/guardians'
import { recordAudit } from '#platform/audit'
import type { AuditAction } from '#platform/audit'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import { conflict, keyOf, notFound, pageAfter, serve } from '#platform/http'
import type { App, Caller } from '#platform/http'
import { networkOf } from '#platform/limits'
import type { Limit } from '#platform/limits'

import { askGuardian } from './ask-guardian.ts'
import { giveConsent, showConsent } from './consent.ts'
import { listDisclosures } from './disclosures.ts'
import {
  acceptGuardianInvitation,
  inviteGuardian,
  listGuardianInvitations,
  showGuardianInvitation,
  withdrawGuardianInvitation,
} from './guardian-invitations.ts'
import { endLink, findLink, listLinks } from './links.ts'

const CONSENT: Limit = {
  name: 'consent',
  points: 30,
  seconds: 900,
  message: 'Too many requests. Please wait a few minutes and try again.',
}
const REQUESTS: Limit = { ...CONSENT, name: 'consent-mails', points: 10 }

/** Guardians are few, and an invitation is a mail to somebody who has not asked for it. */
const INVITATIONS: Limit = {
  ...CONSENT,
  name: 'guardian-invitations',
  points: 10,
  seconds: 24 * 3600,
  message: 'That were many invitations for one day. Please go on tomorrow.',
}

const LINE = /^\d{1,18}$/

export const familyRoutes = (app: App): void => {
  serve(app, family, {
    resendConsent: async ({ caller, ...parts }) => {
      await parts.limits.take(REQUESTS, caller.userId)
      const child = await parts.db
        .selectFrom('users')
        .select(['id', 'first_name', 'parent_email'])
        .where('id', '=', caller.userId)
        .where('status', '=', 'pending_consent')
        .executeTakeFirst()
      if (!child?.parent_email) throw conflict('This account does not wait for consent.')
      const { parent_email } = child
      await transaction(parts.db, (db) => askGuardian(parts, db, { ...child, parent_email }))
      return { message: 'We have asked your parent or guardian again.' }
    },

    showConsent: async ({ params, request, ...parts }) => {
      await parts.limits.take(CONSENT, networkOf(request.ip))
      return showConsent(parts, params.token)
    },

    giveConsent: async ({ params, body, request, ...parts }) => {
      await parts.limits.take(CONSENT, networkOf(request.ip))
      const state = await giveConsent(parts, params.token, body)
      return {
        state,
        message:
          state === 'code_sent'
            ? 'Thank you. We have sent a code to your address: enter it to confirm.'
            : 'Thank you. The account is open once the child has confirmed its own address, too.',
      }
    },
  })

  serve(app, guardians, {
    listGuardians: async ({ db, learner, caller, clock }) => ({
      guardians: await listLinks(db, learner.id, caller.userId),
      invitations: await listGuardianInvitations(db, learner.id, clock()),
    }),

    inviteGuardian: async ({ learner, caller, body, once, request, ...parts }) => {
      await parts.limits.take(INVITATIONS, caller.userId)
      return once(async (db) => {
        const who = { learnerId: learner.id, invitedBy: caller.userId }
        const invitation = await inviteGuardian(parts, db, who, body)
        await audit(db, 'guardian_invited', { caller, learner, address: request.ip }, invitation.id)
        return invitation
      })
    },

    withdrawGuardianInvitation: ({ learner, caller, params, once, request }) =>
      once(async (db) => {
        const id = params.invitation_id
        await withdrawGuardianInvitation(db, learner.id, id)
        const who = { caller, learner, address: request.ip }
        await audit(db, 'guardian_invitation_withdrawn', who, id)
      }),

    endGuardian: ({ learner, caller, params, once, clock, request }) =>
      once(async (db) => {
        const link = await findLink(db, learner.id, params.guardian_id, caller.userId)
        if (!link || (learner.relation === 'guardian' && !link.own)) throw notFound()
        await endLink(db, { linkId: link.id, by: caller.userId, now: clock() })
        const who = { caller, learner, address: request.ip }
        await audit(db, 'guardian_ended', who, link.id)
      }),

    showGuardianInvitation: async ({ params, request, ...parts }) => {
      await parts.limits.take(CONSENT, networkOf(request.ip))
      return showGuardianInvitation(parts.db, params.token, parts.clock())
    },

    acceptGuardianInvitation: ({ params, caller, once, clock, request }) =>
      once(async (db) => {
        const accepted = { token: params.token, userId: caller.userId, now: clock() }
        const learner_id = await acceptGuardianInvitation(db, accepted)
        const who = { caller, learner: { id: learner_id }, address: request.ip }
        await audit(db, 'guardian_linked', who)
        return { learner_id }
      }),

    listDisclosures: async ({ db, learner, query: { cursor, limit } }) => {
      const page = { before: keyOf(cursor, LINE), limit: limit + 1 }
      return pageAfter(await listDisclosures(db, learner.id, page), limit, ({ id }) => id)
    },
  })
}

const audit = (
  db: Db,
  action: AuditAction,
  { caller, learner, address }: { caller: Caller; learner: { id: string }; address: string },
  link?: string,
) =>
  recordAudit(db, {
    actorId: caller.userId,
    subjectId: learner.id,
    action,
    address,
    detail: link ? { link } : {},
  })
