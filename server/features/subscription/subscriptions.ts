import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB, Db } from '#platform/database'
import { SOLD_TIERS, type SoldTier } from '#rules/tiers'

import type { PaymentStatus } from './payments.ts'

/** Stripe statuses that grant the tier: a failed payment is retried for some days. */
const RUNNING = ['active', 'trialing', 'past_due']

const running = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'tier', 'status', 'ends_at', 'payer_id'])
    .where('status', 'in', RUNNING)
    .$narrowType<{ tier: SoldTier }>()

/** The subscription that pays for a person; of several, the highest tier. */
export const findPaid = async (db: Db, userId: string) => {
  const rows = await running(db).where('user_id', '=', userId).execute()
  return rows.toSorted((a, b) => SOLD_TIERS.indexOf(b.tier) - SOLD_TIERS.indexOf(a.tier))[0]
}

/** True if the person pays for a tier, their own or a child's. */
export const isPaying = async (db: Db, userId: string): Promise<boolean> =>
  (await running(db).where('payer_id', '=', userId).executeTakeFirst()) !== undefined

/** Ids of others who pay for a person. */
export const listPayers = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await running(db)
    .where('user_id', '=', userId)
    .where('payer_id', '<>', userId)
    .execute()
  return [...new Set(rows.flatMap(({ payer_id }) => payer_id ?? []))]
}

const eb = expressionBuilder<DB>()

/** The same as a condition. Once a payer's account is erased, nobody here could end the payment. */
export const hasRunningPayment = (userId: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom('subscriptions')
      .select('subscriptions.id')
      .where('status', 'in', RUNNING)
      .where('payer_id', '=', userId),
  )

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

/** A sequence number for a request to the payment service, which orders their responses. */
export const nextQuestion = async (db: Db): Promise<number> => {
  const { number } = await db
    .selectNoFrom(sql<number>`nextval('payment_questions')`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** Returns true for the first delivery; locks the event for the transaction. */
export const isNewEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .insertInto('payment_events')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Stores a subscription's state, unless the response to a later request is already stored. Returns the learner's id; undefined
 * once that account is erased, while its payer can still end the payment.
 */
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
  const payer_id = await findPerson(db, payerId)
  const newTier = tier ?? known?.tier
  // Started elsewhere, or by and for deleted accounts.
  if (!newTier || !(known || userId || payer_id)) return undefined
  const row = {
    tier: newTier,
    // A price unknown to this site grants nothing.
    status: tier ? status : 'canceled',
    ends_at: endsAt?.toISOString() ?? null,
    asked,
  }
  await db
    .insertInto('subscriptions')
    .values({ id, user_id: userId ?? null, payer_id: payer_id ?? null, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(row).where('subscriptions.asked', '<', asked),
    )
    .execute()
  return userId
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Returns the id if the person exists. */
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
