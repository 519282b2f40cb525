import { connections } from '#contract/connections'
import { notAllowedYet } from '#features/learners'
import { requireHarmless, storeOrReport } from '#features/safety'
import { transaction } from '#platform/database'
import {
  type App,
  decodeOffset,
  pageAfter,
  pageAtOffset,
  encodeRowCursor,
  decodeRowCursor,
  serve,
} from '#platform/http'

import { listActivity } from './activity.ts'
import {
  acceptRequest,
  FOLLOW_UP_JOB,
  cancelRequest,
  declineRequest,
  followUp,
  requestFriend,
  sweepConnections,
} from './ask.ts'
import { block, listBlocked, unblock } from './block.ts'
import { decideConnection, endConnection, showChildConnections } from './children.ts'
import { listFriends } from './friends.ts'
import { joinGroup, leaveGroup, listGroups, createGroup, requireFriends } from './groups.ts'
import { nameOfSender } from './notify.ts'
import { closeReport, findName, listReports, reportPerson } from './reports.ts'
import { isFromAdult, listReceived, listSent, type Request } from './requests.ts'
import { changeSharing, findSharing } from './sharing.ts'

const SENT = 'If someone has an account with this address, your request will be waiting for them.'

export const connectionRoutes = (app: App): void => {
  const { jobs } = app.parts
  jobs.work<{ sender_id: string; email: string }>(FOLLOW_UP_JOB, (asked) =>
    followUp(app.parts, asked),
  )
  jobs.schedule('sweep-connections', '23 3 * * *', () => sweepConnections(app.parts))

  serve(app, connections, {
    listFriends: async ({ db, caller, clock, learners }) => {
      const now = clock()
      const id = caller.userId
      const { may } = await learners.accessOf(caller, id)
      const refusal = may('connect') ? undefined : await notAllowedYet(db, id, 'connect')
      return {
        friends: await listFriends(db, id, now),
        requests_received: (await listReceived(db, id, now)).map((each) => asReceived(each, now)),
        requests_sent: (await listSent(db, id, now)).map(asSent),
        not_yet: refusal?.message ?? null,
      }
    },

    friendsActivity: async ({ db, caller, clock, query: { cursor, limit } }) => {
      const page = { before: decodeRowCursor(cursor), limit: limit + 1 }
      return pageAfter(await listActivity(db, caller.userId, page, clock()), limit, encodeRowCursor)
    },

    requestFriend: async ({ caller, body, once, ...parts }) => {
      const asked = { senderId: caller.userId, email: body.email }
      await once((db) => requestFriend(parts, db, asked))
      return { message: SENT }
    },

    acceptFriend: async ({ caller, params, once, ...parts }) => ({
      connected: await once((db) =>
        acceptRequest(parts, db, { id: params.id, personId: caller.userId }),
      ),
    }),

    declineFriend: ({ caller, params, once, clock }) =>
      once((db) => declineRequest(db, { id: params.id, personId: caller.userId }, clock())),

    cancelFriend: ({ caller, params, once, clock }) =>
      once((db) => cancelRequest(db, { id: params.id, personId: caller.userId }, clock())),

    removeFriend: ({ db, caller, params, clock }) =>
      transaction(db, (db) => endConnection(db, caller.userId, params.user_id, clock())),

    listBlocked: async ({ db, caller, clock }) => ({
      items: await listBlocked(db, caller.userId, clock()),
    }),

    block: ({ db, caller, params, clock }) =>
      transaction(db, (db) =>
        block(db, { personId: caller.userId, otherId: params.user_id }, clock()),
      ),

    unblock: ({ db, caller, params }) =>
      unblock(db, { personId: caller.userId, otherId: params.user_id }),

    reportPerson: async ({ caller, params, body, once, audit, ...parts }) => {
      const said = { reporterId: caller.userId, reportedId: params.user_id, ...body }
      const about = await findName(parts.db, params.user_id)
      // A former advisor cannot be reported, and a call for help about one is heard.
      await storeOrReport(parts, { authorId: caller.userId, text: body.words, about }, () =>
        once(async (db) => {
          await reportPerson(parts, db, said)
          await audit(db, 'person_reported', { reason: body.reason })
        }),
      )
    },

    listPersonReports: async ({ db, caller, query: { cursor, limit } }) => {
      const offset = decodeOffset(cursor)
      const rows = await listReports(db, caller.userId, { offset, limit: limit + 1 })
      return pageAtOffset(offset, { items: rows.slice(0, limit), total: offset + rows.length })
    },

    closePersonReport: ({ db, caller, params, body, clock, audit }) =>
      transaction(db, async (db) => {
        const closing = { id: params.id, readerId: caller.userId, outcome: body.outcome }
        const report = await closeReport(db, closing, clock())
        await audit(db, 'person_report_closed', { report: params.id })
        return report
      }),

    getSharing: ({ db, caller }) => findSharing(db, caller.userId),

    changeSharing: ({ db, caller, body }) => changeSharing(db, caller.userId, body.shown),

    listGroups: async ({ db, caller, clock }) => ({
      items: await listGroups(db, caller.userId, clock()),
    }),

    makeGroup: async ({ caller, body, once, ...parts }) => {
      const { quest_id: questId, name, friend_ids: friendIds } = body
      const { userId: personId } = caller
      await requireFriends(parts.db, personId, friendIds, parts.clock())
      // Other people and families see the name.
      const words = { authorId: personId, readerIds: friendIds, text: name, hidesHousehold: true }
      await requireHarmless(parts, words)
      const group = { personId, questId, name, friendIds }
      return once((db) => createGroup(db, group, parts.clock()))
    },

    joinGroup: ({ caller, params, once, clock }) =>
      once((db) => joinGroup(db, { id: params.id, personId: caller.userId }, clock())),

    leaveGroup: ({ db, caller, params }) =>
      transaction(db, (db) => leaveGroup(db, { id: params.id, personId: caller.userId })),

    listChildConnections: ({ learner, ...parts }) => showChildConnections(parts, learner.id),

    decideConnection: async ({ learner, params, body, once, audit, ...parts }) => {
      await once(async (db) => {
        const { request_id: requestId } = params
        await decideConnection(parts, db, {
          childId: learner.id,
          requestId,
          allowed: body.allowed,
        })
        await audit(db, 'connection_decided', { request: requestId, ...body })
      })
      return showChildConnections(parts, learner.id)
    },

    endChildConnection: async ({ learner, params, audit, ...parts }) => {
      await transaction(parts.db, async (db) => {
        await endConnection(db, learner.id, params.user_id, parts.clock())
        await audit(db, 'connection_ended', { with: params.user_id })
      })
      return showChildConnections(parts, learner.id)
    },
  })
}

const asReceived = (request: Request, now: Date) => {
  const { id, created_at, sender_id, sender_first_name } = request
  return {
    id,
    created_at,
    person: {
      id: sender_id,
      first_name: sender_first_name,
      name: nameOfSender(request, now),
      // Pictures are for friends: nobody sees one of a stranger's choice.
      avatar_url: null,
      is_adult: isFromAdult(request, now),
    },
    waits_for: request.step === 'recipient_guardian' ? ('guardian' as const) : ('you' as const),
  }
}

const asSent = ({ id, email, created_at, step }: Request) => ({
  id,
  email,
  created_at,
  waits_for: step === 'sender_guardian' ? ('guardian' as const) : ('them' as const),
})
