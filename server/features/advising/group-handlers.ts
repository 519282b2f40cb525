import { create as contentDisposition } from 'content-disposition'

import { type GroupTable, groups } from '#contract/groups'
import { requireHarmless } from '#features/safety'
import { recordHourlyOfMany } from '#platform/audit'
import { csvOf } from '#platform/csv'
import { type Db, transaction } from '#platform/database'
import { type App, type Caller, serve } from '#platform/http'

import {
  ANNOUNCE,
  announce,
  deliverAnnouncement,
  endAnnouncement,
  listAddressed,
  listAnnouncements,
  showAnnouncement,
} from './announcements.ts'
import { giveToGroup } from './group-plan.ts'
import { csvRowsOf, fileNameOf, findGroupTable } from './group-table.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  listCaseloadNames,
  listGroups,
} from './groups.ts'

export const groupRoutes = (app: App): void => {
  app.parts.jobs.work<{ announcementId: string }>(
    ANNOUNCE,
    (data) => deliverAnnouncement(app.parts, data),
    { isLong: false, onAbandoned: (data, db = app.parts.db) => endAnnouncement(db, data) },
  )

  serve(app, groups, {
    listCaseloadNames: async ({ db, caller }) => ({
      items: await listCaseloadNames(db, caller.userId),
    }),

    listLearnerGroups: async ({ db, caller }) => ({ items: await listGroups(db, caller.userId) }),

    createLearnerGroup: async ({ db, caller, body, once, clock }) => {
      const { id } = await once((db) => createGroup(db, caller.userId, body, clock()))
      // Read again: the stored response for retries names nobody who has left meanwhile.
      return findGroup(db, { id, advisorId: caller.userId })
    },

    getLearnerGroup: ({ db, caller, params }) =>
      findGroup(db, { id: params.id, advisorId: caller.userId }),

    getGroupTable: async ({ db, caller, params, request }) => {
      const group = { id: params.id, advisorId: caller.userId }
      const { table } = await findGroupTable(db, group)
      await recordReads(db, caller, { table, call: 'getGroupTable', address: request.ip })
      return table
    },

    downloadGroupTable: async ({ db, caller, params, request, reply }) => {
      const group = { id: params.id, advisorId: caller.userId }
      const { name, table } = await findGroupTable(db, group)
      await recordReads(db, caller, { table, call: 'downloadGroupTable', address: request.ip })
      const { header, rows } = csvRowsOf(table)
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(fileNameOf(name)),
          'cache-control': 'no-store',
        })
        .send(csvOf(header, [rows], { bom: true }))
    },

    giveToGroup: async (call) => {
      const { caller, params, body, once, clock, audit } = call
      const group = { id: params.id, advisorId: caller.userId }
      const { learners } = await findGroup(call.db, group)
      const learnerIds = learners.map(({ id }) => id)
      await requireHarmless(call, {
        authorId: caller.userId,
        readerIds: learnerIds,
        text: body.entries.flatMap(({ note }) => note || []).join('\n'),
      })
      return once(async (db) => {
        const giving = { group, learnerIds, entries: body.entries }
        const { result, givenTo } = await giveToGroup(db, giving, clock())
        for (const id of givenTo) await audit(db, 'plan_changed', {}, id)
        return result
      })
    },

    listAnnouncements: async ({ db, caller, params, clock }) => {
      const group = { id: params.id, advisorId: caller.userId }
      return { items: await listAnnouncements(db, group, clock()) }
    },

    announce: async (call) => {
      const { caller, params, body, once, audit } = call
      const group = { id: params.id, advisorId: caller.userId }
      const { learners } = await findGroup(call.db, group)
      const addressed = await listAddressed(call.db, group, body.audience, call.clock())
      // For the learners too where only families get it: it is about them.
      const readerIds = [...new Set([...addressed, ...learners.map(({ id }) => id)])]
      await requireHarmless(call, { authorId: caller.userId, readerIds, text: body.text })
      const { id } = await once(async (db) => {
        const announced = await announce(call, db, group, body)
        await audit(db, 'announced', { announcement: announced.id })
        return announced
      })
      // Read again, like a new group.
      return showAnnouncement(call.db, group, id)
    },

    getAnnouncement: ({ db, caller, params }) => {
      const group = { id: params.id, advisorId: caller.userId }
      return showAnnouncement(db, group, params.announcement_id)
    },

    changeLearnerGroup: ({ db, caller, params, body, clock }) =>
      transaction(db, (db) =>
        changeGroup(db, { id: params.id, advisorId: caller.userId }, body, clock()),
      ),

    deleteLearnerGroup: ({ db, caller, params }) =>
      deleteGroup(db, { id: params.id, advisorId: caller.userId }),
  })
}

/** Enters a table in the disclosure log of each learner in it. */
const recordReads = (
  db: Db,
  { userId }: Caller,
  { table, call, address }: { table: GroupTable; call: string; address: string },
): Promise<void> =>
  recordHourlyOfMany(
    db,
    {
      actorId: userId,
      action: 'learner_read',
      address,
      detail: { call, may: 'readProgress', relation: 'advisor' },
    },
    table.rows.map(({ learner }) => learner.id),
    { call },
  )
