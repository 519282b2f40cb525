import * as z from 'zod/mini'

import { OFFERS } from '#rules/offers'

import { endpoints, get } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'
import { USUAL_PER_NETWORK } from './limits.ts'

export const SiteOffer = z.enum(OFFERS)

export const SiteSettings = z.object({
  site_name: z.string(),
  logo_url: z.nullable(z.string()),
  /** OKLCH hue in degrees that replaces Lodestar's own; null for the default. */
  brand_hue: z.nullable(z.int()),
  /** Empty if none has been set. */
  support_email: z.string(),
  offers: z.array(SiteOffer),
  /** Of the school, as printed on records; multiple lines. */
  postal_address: z.nullable(z.string()),
  /** True if the database contains sample data; pages then say so. */
  sample_data: z.boolean(),
  /** Address of the local mailbox when no mail server is configured; null otherwise. */
  mailbox_url: z.nullable(z.string()),
  /** Display name of the school’s sign-in; null if not configured. */
  school_sign_in: z.nullable(z.string()),
})
export type SiteSettings = z.output<typeof SiteSettings>

const Part = z.object({ ok: z.boolean() })

export const MailboxEmail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  created_at: Timestamp,
})
export type MailboxEmail = z.output<typeof MailboxEmail>

export const site = endpoints({
  settings: get('/api/settings', {
    summary: 'The site’s name, logo and contact address',
    access: 'public',
    whileBusy: true,
    reply: SiteSettings,
  }),
  health: get('/api/health', {
    summary: 'Readiness: 200 while the site can serve requests, otherwise 503',
    access: 'public',
    whileBusy: true,
    reply: z.object({
      status: z.literal('ok'),
      live: z.boolean(),
      ready: z.boolean(),
      parts: z.record(z.string(), Part),
    }),
  }),
  live: get('/api/health/live', {
    summary: 'Liveness: 200 while the process runs, whether or not it can serve requests',
    access: 'public',
    whileBusy: true,
    reply: z.object({ live: z.literal(true) }),
  }),
  getChallenge: get('/api/challenge', {
    summary: 'A challenge (ALTCHA proof of work), for calls that answer 429 `proof_needed`',
    access: 'public',
    limit: USUAL_PER_NETWORK,
    whileBusy: true,
    reply: z.object({
      parameters: z.object({
        algorithm: z.string(),
        cost: z.number(),
        expiresAt: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
        nonce: z.string(),
        salt: z.string(),
      }),
      signature: z.string(),
    }),
  }),
  mailbox: get('/api/mailbox', {
    summary: 'Emails sent while the site has no mail server; otherwise 404',
    access: 'public',
    reply: z.object({ items: z.array(MailboxEmail), next_cursor: z.nullable(z.string()) }),
  }),
})
