import { useQuery } from '@tanstack/react-query'

import type { SiteSettings } from '#contract/site'
import { client } from '#web/api'
import { useHydrated } from '#web/browser'

const site = client('site')

/** Defaults until the settings have loaded. */
const USUAL: SiteSettings = {
  site_name: 'Lodestar',
  logo_url: null,
  brand_hue: null,
  support_email: '',
  offers: [],
  postal_address: null,
  sample_data: false,
  mailbox_url: null,
  school_sign_in: null,
}

export const settings = {
  ...site.settings.query(),
  staleTime: 5 * 60 * 1000,
  // While a new version takes the place of an old one, a reply of the old one lacks what is new.
  select: (reply: SiteSettings): SiteSettings => ({ ...USUAL, ...reply }),
}

/** Prerendered parts may hydrate after the settings have loaded: they too must start with the defaults of their HTML. */
export const useSettings = (): SiteSettings => {
  const { data = USUAL } = useQuery(settings)
  return useHydrated() ? data : USUAL
}
