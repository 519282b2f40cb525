import { expressionBuilder, sql } from 'kysely'

import { paths } from '#contract/paths'
import type { SiteSettings } from '#contract/site'
import type { DB, Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { type Offer, OFFERS } from '#rules/offers'

const DEFAULT_NAME = 'Lodestar'

/** Subquery for an admin's setting; null if it is not set. */
export const storedSetting = (name: 'site_name' | 'postal_address' | 'support_email' | 'offers') =>
  expressionBuilder<DB>()
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .$asScalar()

/** A setting as stored; undefined if it is not set. */
export const findSetting = async (db: Db, name: string): Promise<unknown> => {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Settings of these names that are stored as text. */
export const findTexts = async (db: Db, names: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .execute()
  return new Map(
    rows.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Stores a setting of the site; null resets it. */
export const storeSetting = async (db: Db, name: string, value: unknown): Promise<void> => {
  if (value === null) {
    await db.deleteFrom('settings').where('name', '=', name).execute()
    return
  }
  const json = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }))
    .execute()
}

/** Offers in the order of the pages; unknown values, of a later version, are left out. */
const offersFrom = (stored: unknown): Offer[] =>
  Array.isArray(stored) ? OFFERS.filter((offer) => stored.includes(offer)) : []

/** Condition: the school offers this. */
export const isOffered = (offer: Offer) => {
  const offers = storedSetting('offers')
  return sql<boolean>`coalesce(${offers} @> ${JSON.stringify([offer])}::jsonb, false)`
}

/** Offers of the school, as set by an admin. */
export const findOffers = async (db: Db): Promise<Offer[]> =>
  offersFrom(await findSetting(db, 'offers'))

/** The site's name; see `siteNameOf`. */
export const storedSiteName = storedSetting('site_name')

export const siteNameOf = (stored: unknown): string =>
  typeof stored === 'string' ? stored : DEFAULT_NAME

/** The site's settings: an admin's values, else the defaults. */
export const findSettings = async ({
  db,
  config,
}: Pick<Parts, 'db' | 'config'>): Promise<SiteSettings> => {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const textOf = (name: string) => {
    const value = stored.get(name)
    return typeof value === 'string' ? value : null
  }
  const numberOf = (name: string) => {
    const value = stored.get(name)
    return typeof value === 'number' ? value : null
  }
  return {
    site_name: siteNameOf(stored.get('site_name')),
    logo_url: textOf('logo_url'),
    brand_hue: numberOf('brand_hue'),
    support_email: textOf('support_email') ?? config.SUPPORT_EMAIL ?? '',
    offers: offersFrom(stored.get('offers')),
    postal_address: textOf('postal_address'),
    sample_data: stored.get('sample_data') === true,
    mailbox_url: showsMailbox(config) ? paths.mailbox : null,
    school_sign_in: config.OIDC_ISSUER ? config.OIDC_NAME : null,
  }
}

/**
 * Emails contain sign-in links, so the mailbox is only shown without a mail server and on a site that serves this machine only.
 */
export const showsMailbox = (config: Parts['config']): boolean => !config.SMTP_URL && config.isLocal
