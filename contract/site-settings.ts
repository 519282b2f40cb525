import * as z from 'zod/mini'

import { del, endpoints, get, post, put } from './endpoint.ts'
import { email, properName, text } from './fields.ts'
import { USUAL } from './limits.ts'
import { SiteSettings } from './site.ts'

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
  changeColour: put('/api/admin/settings/colour', {
    summary:
      'Choose the hue of the site; how light and strong its colours are stays, so that everything can be read',
    access: 'admin',
    limit: USUAL,
    idempotent: true,
    body: z.object({ brand_hue: z.nullable(z.int().check(z.minimum(0), z.maximum(359))) }),
    reply: SiteSettings,
  }),
  changeLogo: post('/api/admin/settings/logo', {
    summary: 'A picture in the field `file` as the logo of the site',
    access: 'admin',
    limit: USUAL,
    kind: 'upload',
    reply: SiteSettings,
  }),
  removeLogo: del('/api/admin/settings/logo', {
    summary: 'Take the logo away: the site’s name takes its place',
    access: 'admin',
    limit: USUAL,
    reply: SiteSettings,
  }),
  showLogo: get('/api/logo/{id}', {
    summary: 'The logo of the site',
    access: 'public',
    kind: 'download',
  }),
})
