import { sql } from 'kysely'

import type { Db } from '#platform/database'
import { SOLD_TIERS, type SoldTier } from '#rules/tiers'

import type { PaymentStatus } from './payments.ts'

/** In these states of Stripe's the tier is given: a payment that has failed is tried again for some days. */
const RUNNING = ['active', 'trialing', 'past_due']

const running = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'tier', 'status', 'ends_at', 'payer_id'])
    .where('status', 'in', RUNNING)
    .$narrowType<{ tier: SoldTier }>()

/** What is paid for somebody: of several, the most. */
export const findPaid = async (db: Db, userId: string) => {
  const rows = await running(db).where('user_id', '=', userId).execute()
  return rows.toSorted((a, b) => SOLD_TIERS.indexOf(b.tier) - SOLD_TIERS.indexOf(a.tier))[0]
}

/** Whether somebody pays for a tier, their own or a child's. */
export const isPaying = async (db: Db, userId: string): Promise<boolean> =>
  (await running(db).where('payer_id', '=', userId).executeTakeFirst()) !== undefined

export const findCustomer = async (db: Db, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('payment_customers')
      .select('customer_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.customer_id

export const storeCustomer = (db: Db, user_id: string, customer_id: string) =>
  db
    .insertInto('payment_customers')
    .values({ user_id, customer_id })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()

/** A number for a question to the payment service, greater than those of all questions before. */
export const nextQuestion = async (db: Db): Promise<number> => {
  const { number } = await db
    .selectNoFrom(sql<number>`nextval('payment_questions')`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** True for the first of those who say it; locks the event for the transaction. */
export const isNewEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .insertInto('payment_events')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Stores what the payment service said, unless an answer to a later question is there. Returns whose tier it is about. */
export const storePaymentStatus = async (
  db: Db,
  standing: PaymentStatus,
  asked: number,
): Promise<string | undefined> => {
  const { id, learnerId, payerId, tier, status, endsAt } = standing
  const known = await db
    .selectFrom('subscriptions')
    .select(['user_id', 'tier'])
    .where('id', '=', id)
    .executeTakeFirst()
  const userId = known?.user_id ?? (await findPerson(db, learnerId))
  const newTier = tier ?? known?.tier
  // Begun elsewhere, or for an account that is gone.
  if (!userId || !newTier) return undefined
  const row = {
    tier: newTier,
    // A price that this site does not know buys nothing here.
    status: tier ? status : 'canceled',
    ends_at: endsAt?.toISOString() ?? null,
    asked,
  }
  await db
    .insertInto('subscriptions')
    .values({ id, user_id: userId, payer_id: (await findPerson(db, payerId)) ?? null, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(row).where('subscriptions.asked', '<', asked),
    )
    .execute()
  return userId
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The id, where there is such a person. */
const findPerson = async (db: Db, id: string | undefined): Promise<string | undefined> => {
  if (!id || !UUID.test(id)) return undefined
  const person = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return person?.id
}

export const deleteOldPaymentEvents = (db: Db, before: string) =>
  db.deleteFrom('payment_events').where('received_at', '<', before).execute()
