import type { Db } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import type { SoldTier } from '#rules/tiers'

import type { Payments } from './payments.ts'
import { findPaid } from './subscriptions.ts'

/** The payment service's shortest is thirty minutes. */
const OPEN_MINUTES = 31

type Purchase = { customer: string; payerId: string; learnerId: string; tier: SoldTier }

/**
 * Opens a checkout for a learner and returns its URL. A new checkout ends the previous one, whoever opened that.
 * @throws conflict if the learner's plan is paid for, or another checkout is just being opened
 */
export const openCheckout = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  payments: Payments,
  purchase: Purchase,
): Promise<string> => {
  const { learnerId, payerId } = purchase
  const now = clock()
  const previous = await findOpenSession(db, learnerId, now)
  if (previous !== null && !(await payments.endCheckout(previous))) throw conflict(PAID)
  const until = new Date(now.getTime() + OPEN_MINUTES * 60_000)
  if (!(await reserve(db, { learnerId, payerId, previous }, { now, until })))
    throw conflict(OPENING)
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
const OPENING = 'A payment for this plan is just being started. Please try again in a minute.'

const findOpenSession = async (db: Db, learnerId: string, now: Date): Promise<string | null> => {
  const open = await db
    .selectFrom('open_checkouts')
    .select('session_id')
    .where('learner_id', '=', learnerId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return open?.session_id ?? null
}

type Reservation = { learnerId: string; payerId: string; previous: string | null }

/** Replaces the previous checkout, which has ended. Returns false while any other is open, or is being opened. */
const reserve = async (
  db: Db,
  { learnerId, payerId, previous }: Reservation,
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
        .where(({ eb, or }) =>
          or([
            eb('open_checkouts.expires_at', '<=', now.toISOString()),
            eb('open_checkouts.session_id', '=', previous),
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
