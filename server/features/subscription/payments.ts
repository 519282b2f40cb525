import type { Stripe } from 'stripe'

import { paths } from '#contract/paths'
import type { Config } from '#platform/config'
import { invalid, notFound, unavailable } from '#platform/http'
import { SOLD_TIERS, type SoldTier } from '#rules/tiers'

const PATIENCE_MS = 10_000
/** Older signatures count as replays (Stripe's own default). */
const SIGNED_WITHIN_SECONDS = 300

/** A subscription's current state at the payment service. */
export type PaymentStatus = {
  id: string
  /** From our own metadata; undefined for subscriptions started elsewhere. */
  learnerId: string | undefined
  payerId: string | undefined
  tier: SoldTier | undefined
  status: string
  endsAt: Date | null
}

/** Stripe, if configured: Checkout, customer portal, and events. */
export const createPayments = (config: Config) => {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  const prices: Partial<Record<SoldTier, string>> = {
    explorer: config.STRIPE_PRICE_EXPLORER,
    creator: config.STRIPE_PRICE_CREATOR,
  }
  const base = config.STRIPE_API_BASE && new URL(config.STRIPE_API_BASE)
  let stripe: Stripe | undefined
  // The library is large, so sites that sell nothing do not load it.
  const load = () => import('stripe')
  const service = async (): Promise<Stripe> => {
    if (!key) throw notFound()
    const { Stripe } = await load()
    stripe ??= new Stripe(key, {
      timeout: PATIENCE_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port,
        protocol: base.protocol === 'http:' ? 'http' : 'https',
      }),
    })
    return stripe
  }
  /** Hides the payment service's own messages from users. */
  const asked = <T>(question: Promise<T>): Promise<T> =>
    question.catch(() => {
      throw unreachable()
    })

  return {
    /** Tiers for sale on this site. */
    offers: SOLD_TIERS.filter((tier) => key && prices[tier]),

    /** Creates a customer; idempotent per person. */
    createCustomer: async (person: { id: string; email: string }): Promise<string> => {
      const { id: user_id, email } = person
      const { customers } = await service()
      const customer = await asked(
        customers.create(
          { email, metadata: { user_id } },
          { idempotencyKey: `customer ${user_id}` },
        ),
      )
      return customer.id
    },

    /** Opens a checkout, which ends by itself at `until`. */
    openCheckout: async (purchase: {
      customer: string
      payerId: string
      learnerId: string
      tier: SoldTier
      until: Date
    }): Promise<{ id: string; url: string }> => {
      const price = prices[purchase.tier]
      if (!price) throw notFound()
      const { checkout } = await service()
      const session = await asked(
        checkout.sessions.create({
          mode: 'subscription',
          customer: purchase.customer,
          line_items: [{ price, quantity: 1 }],
          subscription_data: {
            metadata: { learner_id: purchase.learnerId, payer_id: purchase.payerId },
          },
          expires_at: Math.floor(purchase.until.getTime() / 1000),
          success_url: `${config.publicUrl}${paths.subscriptionSuccess}`,
          cancel_url: `${config.publicUrl}${paths.subscription}`,
        }),
      )
      return { id: session.id, url: session.url ?? notThere() }
    },

    /** Ends an open checkout, which then cannot be paid any more. Returns false if it is paid already. */
    endCheckout: async (id: string): Promise<boolean> => {
      const { checkout } = await service()
      const { errors } = (await load()).Stripe
      const ended = await checkout.sessions.expire(id).catch((error: unknown) => {
        if (error instanceof errors.StripeInvalidRequestError) return undefined
        throw unreachable()
      })
      return (ended ?? (await asked(checkout.sessions.retrieve(id)))).status !== 'complete'
    },

    portalUrl: async (customer: string): Promise<string> => {
      const return_url = `${config.publicUrl}${paths.subscription}`
      const { billingPortal } = await service()
      const session = await asked(billingPortal.sessions.create({ customer, return_url }))
      return session.url
    },

    /**
     * Verifies a webhook's signature and time, and returns its event, its subscription, and the checkout that it completes.
     * @throws 400 for anything else
     */
    readEvent: async (bytes: Buffer, signature: string, now: Date) => {
      if (!webhookSecret) throw notFound()
      const { webhooks } = await service()
      const { errors } = (await load()).Stripe
      try {
        const event = webhooks.constructEvent(
          bytes,
          signature,
          webhookSecret,
          SIGNED_WITHIN_SECONDS,
          undefined,
          now.getTime(),
        )
        return {
          id: event.id,
          subscriptionId: subscriptionOf(event),
          checkoutId: checkoutOf(event),
        }
      } catch (error) {
        if (error instanceof errors.StripeSignatureVerificationError)
          throw invalid('This isn’t signed by the payment service.')
        throw error
      }
    },

    /** Fetches a subscription's current state: events arrive late, twice, and out of order. */
    findSubscription: async (id: string): Promise<PaymentStatus> => {
      const { subscriptions } = await service()
      const { errors } = (await load()).Stripe
      const found = await subscriptions.retrieve(id).catch((error: unknown) => {
        if (error instanceof errors.StripeInvalidRequestError) return undefined
        throw unavailable('The payment service cannot be reached right now.', 30)
      })
      if (!found) return { ...NOTHING, id }
      const price = found.items.data[0]?.price.id
      return {
        id,
        learnerId: found.metadata.learner_id,
        payerId: found.metadata.payer_id,
        tier: SOLD_TIERS.find((tier) => prices[tier] !== undefined && prices[tier] === price),
        status: found.status,
        endsAt: found.cancel_at === null ? null : new Date(found.cancel_at * 1000),
      }
    },
  }
}
export type Payments = ReturnType<typeof createPayments>

const NOTHING = {
  learnerId: undefined,
  payerId: undefined,
  tier: undefined,
  status: 'canceled',
  endsAt: null,
}

const unreachable = () =>
  unavailable('The payment service cannot be reached right now. Please try again.', 30)

const notThere = (): never => {
  throw unreachable()
}

const checkoutOf = (event: Stripe.Event): string | undefined =>
  event.type === 'checkout.session.completed' ? event.data.object.id : undefined

const subscriptionOf = (event: Stripe.Event): string | undefined => {
  if (event.type === 'checkout.session.completed') {
    const { subscription } = event.data.object
    return typeof subscription === 'string' ? subscription : subscription?.id
  }
  return event.type.startsWith('customer.subscription.')
    ? (event.data.object as Stripe.Subscription).id
    : undefined
}
