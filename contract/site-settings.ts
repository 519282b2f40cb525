import * as z from 'zod/mini'

import { OFFERS } from '#rules/offers'

import { del, endpoints, get, post, put } from './endpoint.ts'
import { email, properName, text } from './fields.ts'
import { USUAL } from './limits.ts'
import { SiteOffer, SiteSettings } from './site.ts'

/** Pixels; larger logos are scaled down, keeping their aspect ratio. */
export const LOGO_SIZE = { width: 480, height: 128 }

export const SiteSettingsChange = z.object({
  site_name: properName(100, 'Please name the site'),
  support_email: email('Please say where people can write to'),
  /** Omitted: unchanged. Empty: removed. */
  postal_address: z.optional(text(300).check(z.trim())),
})

export const siteSettings = endpoints({
  changeSettings: put('/api/admin/settings', {
    summary: 'Name the site, and say where people can write to',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: SiteSettingsChange,
    reply: SiteSettings,
  }),
  changeOffers: put('/api/admin/settings/offers', {
    summary: 'Say what the school offers; public pages follow',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: z.object({ offers: z.array(SiteOffer).check(z.maxLength(OFFERS.length)) }),
    reply: SiteSettings,
  }),
  changeColour: put('/api/admin/settings/colour', {
    summary: 'Set the site’s hue; lightness and chroma are fixed, to keep text legible',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: z.object({ brand_hue: z.nullable(z.int().check(z.minimum(0), z.maximum(359))) }),
    reply: SiteSettings,
  }),
  changeLogo: post('/api/admin/settings/logo', {
    summary: 'Upload the site’s logo in the field `file`',
    access: 'admin',
    limit: USUAL,
    kind: 'upload',
    reply: SiteSettings,
  }),
  removeLogo: del('/api/admin/settings/logo', {
    summary: 'Remove the logo; the site’s name is shown instead',
    access: 'admin',
    limit: USUAL,
    reply: SiteSettings,
  }),
  showLogo: get('/api/logo/{id}', {
    summary: 'The site’s logo',
    access: 'public',
    kind: 'download',
  }),
})
