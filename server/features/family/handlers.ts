import { type Guardian, guardians } from '#contract/guardians'
import { transaction } from '#platform/database'
import {
  type App,
  type Caller,
  decodeCursor,
  type Learner,
  notFound,
  decodeOffset,
  pageAfter,
  pageAtOffset,
  serve,
} from '#platform/http'

import { listDisclosures } from './disclosures.ts'
import {
  acceptGuardianInvitation,
  inviteGuardian,
  listGuardianInvitations,
  showGuardianInvitation,
  withdrawGuardianInvitation,
} from './guardian-invitations.ts'
import { listChildMilestones, readChildMilestone } from './guardian-milestones.ts'
import { endLink, findLink, extendLink, listLinks, rejectLastToDecide } from './links.ts'
import { lockPerson } from './lock-person.ts'
import { findMilestone, markMilestoneSeen, notifyMilestones } from './milestones.ts'
import { notifyOfNewGuardian } from './new-guardian.ts'
import { listAllLinks, overrideLink } from './override.ts'
import { createPairingCode, redeemPairingCode } from './pairing-codes.ts'
import { chooseYoungScreen, showYoungScreen } from './young-screen.ts'

const LINE = /^\d{1,18}$/

export const familyRoutes = (app: App): void => {
  const { parts } = app
  parts.jobs.schedule('milestones', '7 3 * * *', () => notifyMilestones(parts))

  serve(app, guardians, {
    listGuardians: async ({ db, learner, learners, caller, clock }) => {
      const links = await listLinks(db, learner.id, caller.userId)
      const invitations = await listGuardianInvitations(
        db,
        learner.id,
        clock(),
        giverOf(learner, caller),
      )
      return {
        guardians: links.filter((link) => isShown(link, learner)),
        invitations,
        may_invite: (await learners.accessOf(caller, learner)).may('inviteGuardian'),
      }
    },

    inviteGuardian: ({ learner, caller, body, once, audit, ...parts }) =>
      once(async (db) => {
        const seesAll = giverOf(learner, caller) === undefined
        const who = { learnerId: learner.id, invitedBy: caller.userId, seesAll }
        const invitation = await inviteGuardian(parts, db, who, body)
        await audit(db, 'guardian_invited', { link: invitation.id })
        return invitation
      }),

    withdrawGuardianInvitation: ({ learner, caller, params, once, audit }) =>
      once(async (db) => {
        const id = params.invitation_id
        const giverId = giverOf(learner, caller)
        await withdrawGuardianInvitation(db, { learnerId: learner.id, id, giverId })
        await audit(db, 'guardian_invitation_withdrawn', { link: id })
      }),

    showYoungScreen: ({ db, learner, clock }) => showYoungScreen(db, learner.id, clock()),

    chooseYoungScreen: ({ db, learner, caller, body, clock, audit }) =>
      transaction(db, async (db) => {
        const choice = { learnerId: learner.id, guardianId: caller.userId, ...body }
        const chosen = await chooseYoungScreen(db, choice, clock())
        await audit(db, 'young_screen_set')
        return chosen
      }),

    endGuardian: ({ learner, caller, params, once, clock, audit }) =>
      once(async (db) => {
        const person = await lockPerson(db, learner.id)
        const link = await findLink(db, learner.id, params.guardian_id, caller.userId)
        if (!link || (learner.relation === 'guardian' && !link.own)) throw notFound()
        await rejectLastToDecide(db, person, link.id, clock())
        await endLink(db, { linkId: link.id, by: caller.userId, now: clock() })
        await audit(db, 'guardian_ended', { link: link.id })
      }),

    showGuardianInvitation: ({ params, db, clock }) =>
      showGuardianInvitation(db, params.token, clock()),

    keepGuardian: ({ learner, caller, params, once, audit, ...parts }) =>
      once(async (db) => {
        const link = await findLink(db, learner.id, params.guardian_id, caller.userId)
        if (!link) throw notFound()
        await extendLink(db, link.id, parts.clock())
        // An open browser of the learner's would be enough to bring back an access that the birthday ended.
        await notifyOfNewGuardian(parts, db, learner.id, link)
        await audit(db, 'guardian_kept', { link: link.id })
      }),

    overrideGuardian: ({ learner, caller, params, body, once, audit, ...parts }) =>
      once(async (db) => {
        const linkId = params.guardian_id
        await overrideLink(
          parts,
          db,
          { learnerId: learner.id, linkId, adminId: caller.userId },
          body,
        )
        await audit(db, 'guardian_overridden', { link: linkId, ...body })
      }),

    listGuardianLinks: async ({ db, caller, query: { cursor, limit, search } }) => {
      const offset = decodeOffset(cursor)
      const found = { readerId: caller.userId, search }
      const items = await listAllLinks(db, found, { offset, limit: limit + 1 })
      return pageAtOffset(offset, { items: items.slice(0, limit), total: offset + items.length })
    },

    makePairingCode: ({ learner, caller, body, once, clock, audit }) =>
      once(async (db) => {
        const who = { learnerId: learner.id, madeBy: caller.userId }
        const made = await createPairingCode(db, { ...who, ...body, now: clock() })
        await audit(db, 'pairing_code_made', body)
        return made
      }),

    redeemPairingCode: ({ caller, body, once, audit, ...parts }) =>
      once(async (db) => {
        const learner_id = await redeemPairingCode(parts, db, caller.userId, body)
        await audit(db, 'guardian_linked', {}, learner_id)
        return { learner_id }
      }),

    showMilestone: async ({ db, caller, clock }) => ({
      age: await findMilestone(db, caller.userId, clock()),
    }),

    seeMilestone: async ({ caller, ...parts }) => {
      await markMilestoneSeen(parts, caller.userId)
      return { age: null }
    },

    listMilestones: async ({ db, caller, clock }) => ({
      milestones: await listChildMilestones(db, caller.userId, clock()),
    }),

    readMilestone: ({ db, caller, params, clock }) =>
      readChildMilestone(db, caller.userId, params.id, clock()),

    acceptGuardianInvitation: ({ params, caller, once, audit, ...parts }) =>
      once(async (db) => {
        const accepted = { token: params.token, userId: caller.userId }
        const learner_id = await acceptGuardianInvitation(parts, db, accepted)
        await audit(db, 'guardian_linked', {}, learner_id)
        return { learner_id }
      }),

    listDisclosures: async ({ db, caller, learner, query: { cursor, limit } }) => {
      // A guardian may have been linked after a report, which is closed to them then.
      const seesReports = learner.relation === 'self' && !caller.actor
      const page = { readerId: caller.userId, before: decodeCursor(cursor, LINE), limit: limit + 1 }
      const lines = await listDisclosures(db, learner.id, { ...page, seesReports })
      return pageAfter(lines, limit, ({ id }) => id)
    },
  })
}

/** Guardians see and withdraw only their own invitations: parents may live apart. */
const giverOf = ({ relation }: Learner, { userId }: Caller) =>
  relation === 'guardian' ? userId : undefined

/** Guardians see only their own link. A link ended by a birthday is shown to the learner, who can extend it. */
const isShown = ({ own, lapsed }: Guardian, { relation }: Learner): boolean =>
  relation === 'self' || (!lapsed && (own || relation !== 'guardian'))
