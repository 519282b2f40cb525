import { academy } from '#contract/academy'
import type { FileRule } from '#features/files'
import { requireHarmlessFor } from '#features/safety'
import { type App, notFound, decodeOffset, pageAtOffset, type Parts, serve } from '#platform/http'

import { findText, listAgreements, listAllAgreements } from './queries.ts'
import {
  changeAgreement,
  countersignAgreement,
  draftAgreement,
  voidAgreement,
  signAgreement,
} from './record.ts'

export const academyRoutes = (app: App): void =>
  serve(app, academy, {
    listAgreements: async ({ db, learner }) => ({ items: await listAgreements(db, learner.id) }),

    getAgreementText: async ({ db, learner, params }) => {
      const text = await findText(db, { learnerId: learner.id, id: params.agreement_id })
      if (!text) throw notFound()
      return text
    },

    draftAgreement: async (call) => {
      const { learner, caller, body, once, audit, clock, request } = call
      await requireHarmlessFor(call, [body.place])
      return once(async (db) => {
        const by = { userId: caller.userId, address: request.ip, now: clock() }
        const agreement = await draftAgreement(db, learner.id, body, by)
        await audit(db, 'agreement_drafted', { agreement: agreement.id, state: agreement.state })
        return agreement
      })
    },

    changeAgreement: async (call) => {
      const { learner, caller, params, body, once, audit, clock, request } = call
      await requireHarmlessFor(call, [body.place])
      return once(async (db) => {
        const which = { learnerId: learner.id, id: params.agreement_id }
        const by = { userId: caller.userId, address: request.ip, now: clock() }
        const agreement = await changeAgreement(db, which, body, by)
        const isNew = agreement.id !== which.id
        const detail = {
          agreement: which.id,
          ...(isNew ? { void: true, begun: agreement.id } : {}),
        }
        await audit(db, 'agreement_changed', detail)
        return agreement
      })
    },

    signAgreement: async (call) => {
      const { learner, caller, params, body, once, audit, clock, request } = call
      await requireHarmlessFor(call, [body.place, ...body.signers.map(({ name }) => name)])
      return once(async (db) => {
        const which = { learnerId: learner.id, id: params.agreement_id }
        const by = { userId: caller.userId, address: request.ip, now: clock() }
        const agreement = await signAgreement(db, which, body, by)
        const { id, version, text_sha256 } = agreement
        await audit(db, 'agreement_signed', { agreement: id, version, text_sha256 })
        return agreement
      })
    },

    countersignAgreement: ({ learner, caller, params, once, audit, clock, request }) =>
      once(async (db) => {
        const which = { learnerId: learner.id, id: params.agreement_id }
        const by = { userId: caller.userId, address: request.ip, now: clock() }
        const agreement = await countersignAgreement(db, which, by)
        await audit(db, 'agreement_countersigned', { agreement: agreement.id })
        return agreement
      }),

    voidAgreement: async (call) => {
      const { learner, caller, params, body, once, audit, clock, request } = call
      await requireHarmlessFor(call, [body.reason])
      return once(async (db) => {
        const which = { learnerId: learner.id, id: params.agreement_id }
        const by = { userId: caller.userId, address: request.ip, now: clock() }
        const agreement = await voidAgreement(db, which, body.reason, by)
        await audit(db, 'agreement_voided', { agreement: agreement.id })
        return agreement
      })
    },

    listAllAgreements: async ({ db, caller, query: { cursor, limit, state } }) => {
      const [readerId, offset] = [caller.userId, decodeOffset(cursor)]
      const items = await listAllAgreements(db, { readerId, state, offset, limit: limit + 1 })
      return pageAtOffset(offset, { items: items.slice(0, limit), total: offset + items.length })
    },
  })

/** A signed scan is readable by everyone who may read the learner's record. */
export const agreementScans =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id }) => {
    if (!caller) return false
    const scan = await db
      .selectFrom('agreement_scans')
      .innerJoin('agreements', 'agreements.id', 'agreement_scans.agreement_id')
      .select('learner_id')
      .where('file_id', '=', id)
      .executeTakeFirst()
    return scan ? (await learners.accessOf(caller, scan.learner_id)).may('readRecord') : false
  }
