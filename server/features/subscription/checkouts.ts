import type { Db } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import type { SoldTier } from '#rules/tiers'

import type { Payments } from './payments.ts'
import { findPaid } from './subscriptions.ts'

/** The payment service's shortest is thirty minutes. */
const OPEN_MINUTES = 31

type Purchase = { customer: string; payerId: string; learnerId: string; tier: SoldTier }

/**
 * Opens a checkout for a learner and returns its URL. A person's new checkout ends their previous one.
 * @throws conflict if the learner's plan is paid for, or somebody else has a checkout open
 */
export const openCheckout = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  payments: Payments,
  purchase: Purchase,
): Promise<string> => {
  const { learnerId, payerId } = purchase
  const now = clock()
  const before = await findOpen(db, learnerId, now)
  if (before?.payer_id === payerId && before.session_id !== null) {
    if (!(await payments.endCheckout(before.session_id))) throw conflict(PAID)
  }
  const until = new Date(now.getTime() + OPEN_MINUTES * 60_000)
  if (!(await reserve(db, { learnerId, payerId }, { now, until }))) throw conflict(OPEN)
  try {
    // After the reservation: a checkout that was paid meanwhile has left its own.
    if (await findPaid(db, learnerId)) throw conflict(PAID)
    const { id, url } = await payments.openCheckout({ ...purchase, until })
    await storeSession(db, learnerId, id)
    return url
  } catch (error) {
    await release(db, learnerId)
    throw error
  }
}

const PAID = 'This plan is paid for already. Whoever pays can change it.'
const OPEN = 'A payment for this plan has just been started. Please try again in half an hour.'

const findOpen = (db: Db, learnerId: string, now: Date) =>
  db
    .selectFrom('open_checkouts')
    .select(['payer_id', 'session_id'])
    .where('learner_id', '=', learnerId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Returns false while another checkout is open, or is being opened. */
const reserve = async (
  db: Db,
  { learnerId, payerId }: { learnerId: string; payerId: string },
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const mine = { payer_id: payerId, session_id: null, expires_at: until.toISOString() }
  const reserved = await db
    .insertInto('open_checkouts')
    .values({ ...mine, learner_id: learnerId })
    .onConflict((conflict) =>
      conflict
        .column('learner_id')
        .doUpdateSet(mine)
        .where(({ and, eb, or }) =>
          or([
            eb('open_checkouts.expires_at', '<=', now.toISOString()),
            and([
              eb('open_checkouts.payer_id', '=', payerId),
              eb('open_checkouts.session_id', 'is not', null),
            ]),
          ]),
        ),
    )
    .returning('learner_id')
    .executeTakeFirst()
  return reserved !== undefined
}

const storeSession = (db: Db, learnerId: string, session_id: string) =>
  db.updateTable('open_checkouts').set({ session_id }).where('learner_id', '=', learnerId).execute()

const release = (db: Db, learnerId: string) =>
  db
    .deleteFrom('open_checkouts')
    .where('learner_id', '=', learnerId)
    .where('session_id', 'is', null)
    .execute()

/** Deletes a checkout that is paid: from then on its subscription counts. */
export const deleteCheckout = (db: Db, sessionId: string) =>
  db.deleteFrom('open_checkouts').where('session_id', '=', sessionId).execute()

export const deleteOldCheckouts = (db: Db, before: string) =>
  db.deleteFrom('open_checkouts').where('expires_at', '<', before).execute()
