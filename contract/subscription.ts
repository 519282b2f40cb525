import * as z from 'zod/mini'

import { SOLD_TIERS, TIER_SOURCES, TIERS } from '#rules/tiers'

import { type CallLimit, endpoints, get, post } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'
import { USUAL_PER_NETWORK, WAIT_A_FEW_MINUTES } from './limits.ts'

export const Subscription = z.object({
  tier: z.enum(TIERS),
  /** Null for the free tier, which has no source. */
  given_by: z.nullable(z.enum(TIER_SOURCES)),
  /** Active subscription, whether or not its tier applies. */
  paid: z.nullable(
    z.object({
      tier: z.enum(SOLD_TIERS),
      /** The last payment failed and will be retried. The payer alone is told. */
      is_overdue: z.boolean(),
      /** Set if the subscription will not renew. */
      ends_at: z.nullable(Timestamp),
      /** The caller pays, and can change or cancel it. */
      is_own: z.boolean(),
    }),
  ),
  /** The caller pays for this or another person, and can change or cancel that. */
  is_payer: z.boolean(),
  /** Tiers that the caller can buy for this person; empty if nothing is sold, or someone else must pay. */
  offers: z.array(z.enum(SOLD_TIERS)),
})
export type Subscription = z.output<typeof Subscription>

export const Purchase = z.object({ learner_id: Id, tier: z.enum(SOLD_TIERS) })

/** Address of the payment service for the browser to open. */
const Redirect = z.object({ url: z.string() })

const REDIRECTS = {
  name: 'payments',
  points: 30,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit

export const subscription = endpoints({
  showSubscription: get('/api/subscription', {
    summary: 'The caller’s tier, its source and available purchases',
    access: 'signedIn',
    learner: { from: 'query.learner_id', may: 'readRecord' },
    query: z.object({ learner_id: z.optional(Id) }),
    reply: Subscription,
  }),
  buyTier: post('/api/subscription/checkout', {
    summary: 'Start a checkout for a tier with the payment provider',
    access: 'signedIn',
    limit: REDIRECTS,
    learner: { from: 'body.learner_id', may: 'payTier' },
    body: Purchase,
    reply: Redirect,
  }),
  managePayments: post('/api/subscription/portal', {
    summary: 'A link to manage the caller’s subscription with the payment provider',
    access: 'signedIn',
    notByCard: true,
    limit: REDIRECTS,
    reply: Redirect,
  }),
  paymentEvent: post('/api/subscription/events', {
    summary: 'Payment provider webhook for subscription events (signed)',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    kind: 'webhook',
  }),
})
