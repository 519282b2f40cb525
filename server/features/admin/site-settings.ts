import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { LOGO_SIZE, type SiteSettingsChange } from '#contract/site-settings'
import { receivePictureBytes } from '#features/files'
import { storeSetting } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import type { Offer } from '#rules/offers'

export const changeSettings = async (
  db: Db,
  { site_name, support_email, postal_address }: z.output<typeof SiteSettingsChange>,
): Promise<void> => {
  await storeSetting(db, 'site_name', site_name)
  await storeSetting(db, 'support_email', support_email)
  if (postal_address !== undefined) await storeSetting(db, 'postal_address', postal_address || null)
}

export const changeOffers = (db: Db, offers: readonly Offer[]): Promise<void> =>
  storeSetting(db, 'offers', [...new Set(offers)])

export const changeBrandHue = (db: Db, hue: number | null): Promise<void> =>
  storeSetting(db, 'brand_hue', hue)

/** Re-encodes the logo from its pixels, which strips metadata; formats that can run scripts are refused. */
export const receiveLogo = (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string },
) => receivePictureBytes(parts, scratch, from, { ...LOGO_SIZE, fit: 'inside' })

/** @param logo null removes it */
export const replaceLogo = async (
  db: Db,
  logo: { bytes: Buffer; contentType: string } | null,
): Promise<void> => {
  await db.deleteFrom('site_logo').execute()
  if (logo === null) {
    await storeSetting(db, 'logo_url', null)
    return
  }
  const { version } = await db
    .insertInto('site_logo')
    .values({ bytes: logo.bytes, content_type: logo.contentType })
    .returning('version')
    .executeTakeFirstOrThrow()
  await storeSetting(db, 'logo_url', `/api/logo/${version}`)
}

export const findLogo = (db: Db, version: string) =>
  db
    .selectFrom('site_logo')
    .select(['bytes', 'content_type'])
    .where('version', '=', version)
    .executeTakeFirst()
