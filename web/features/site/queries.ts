import { useQuery } from '@tanstack/react-query'

import { FIRST_CALLS } from '#contract/first-calls'
import type { site as table, SiteSettings } from '#contract/site'
import { client } from '#web/api'
import { useHydrated } from '#web/browser'

// The schemas are for the compiler alone.
const site = client('site', FIRST_CALLS as Pick<typeof table, 'settings'>)

/** What stands on a page until the settings have come. */
const USUAL: SiteSettings = {
  site_name: 'Lodestar',
  logo_url: null,
  brand_hue: null,
  support_email: '',
  postal_address: null,
  sample_data: false,
  mailbox_url: null,
  school_sign_in: null,
}

export const settings = { ...site.settings.query(), staleTime: 5 * 60 * 1000 }

/** A late part of a prerendered page is taken over only after the settings have come: it too must begin as its HTML does. */
export const useSettings = (): SiteSettings => {
  const { data = USUAL } = useQuery(settings)
  return useHydrated() ? data : USUAL
}
