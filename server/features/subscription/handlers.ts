import { subscription } from '#contract/subscription'
import { transaction } from '#platform/database'
import { type App, conflict, invalid, notFound, type Parts, serve } from '#platform/http'
import { effectiveGrant } from '#rules/tiers'

import { deleteCheckout, openCheckout } from './checkouts.ts'
import { createPayments, type Payments } from './payments.ts'
import { findTier, listGrants, setTier } from './set-tier.ts'
import {
  findCustomer,
  findPaid,
  isNewEvent,
  isPaying,
  nextQuestion,
  storeCustomer,
  storePaymentStatus,
} from './subscriptions.ts'

export const subscriptionRoutes = (app: App): void => {
  const payments = createPayments(app.parts.config)
  serve(app, subscription, {
    showSubscription: async ({ db, caller, learner, learners }) => {
      const tier = await findTier(db, learner.id)
      const given = await listGrants(db, learner.id)
      const paid = await findPaid(db, learner.id)
      const { may } = await learners.accessOf(caller, learner)
      const isOwn = paid?.payer_id === caller.userId
      return {
        tier,
        given_by: effectiveGrant(given)?.source ?? null,
        paid: paid
          ? {
              tier: paid.tier,
              is_overdue: isOwn && paid.status === 'past_due',
              ends_at: paid.ends_at,
              is_own: isOwn,
            }
          : null,
        is_payer: await isPaying(db, caller.userId),
        offers: !paid && may('payTier') ? payments.offers : [],
      }
    },

    buyTier: async ({ caller, learner, body, ...parts }) => {
      const customer = await customerOf(parts, payments, caller.userId)
      const purchase = { customer, payerId: caller.userId, learnerId: learner.id, tier: body.tier }
      return { url: await openCheckout(parts, payments, purchase) }
    },

    managePayments: async ({ caller, ...parts }) => {
      const customer = await findCustomer(parts.db, caller.userId)
      if (!customer) throw notFound()
      return { url: await payments.portalUrl(customer) }
    },

    paymentEvent: async ({ request, ...parts }) => {
      const signature = request.headers['stripe-signature']
      if (!request.signedBytes || typeof signature !== 'string') {
        throw invalid('This isn’t signed by the payment service.')
      }
      const event = await payments.readEvent(request.signedBytes, signature, parts.clock())
      if (event.subscriptionId) await follow(parts, payments, event, event.subscriptionId)
    },
  })
}

const customerOf = async ({ db }: Parts, payments: Payments, userId: string): Promise<string> => {
  const known = await findCustomer(db, userId)
  if (known) return known
  const person = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { id, email } = person
  if (email === null) throw conflict('Please add an email address to your account first.')
  const customer = await payments.createCustomer({ id, email })
  await storeCustomer(db, userId, customer)
  return customer
}

/**
 * Handles an event by fetching the subscription's current state, whatever the event says, so that order and duplicates of events
 * do not matter. The payment service repeats an event that fails here.
 */
const follow = async (
  { db }: Parts,
  payments: Payments,
  event: { id: string; checkoutId: string | undefined },
  subscriptionId: string,
): Promise<void> => {
  const asked = await nextQuestion(db)
  const standing = await payments.findSubscription(subscriptionId)
  await transaction(db, async (db) => {
    if (!(await isNewEvent(db, event.id))) return
    if (event.checkoutId) await deleteCheckout(db, event.checkoutId)
    const userId = await storePaymentStatus(db, standing, asked)
    if (!userId) return
    const tier = (await findPaid(db, userId))?.tier ?? null
    await setTier(db, { userId, source: 'payment', tier, actorId: null, address: null })
  })
}
