import { queryOptions, useQuery } from '@tanstack/react-query'

import type { SiteSettings } from '#contract/site'
import { client } from '#web/api'
import { useHydrated } from '#web/hydrated'

// Loaded when it is called: the first page of a visitor needs no schemas.
const site = client(async () => (await import('#contract/site')).site)

/** What stands on a page until the settings have come. */
const USUAL: SiteSettings = {
  site_name: 'Lodestar',
  logo_url: null,
  support_email: '',
  sample_data: false,
  mailbox_url: null,
}

const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => site.settings({}, { signal }),
  staleTime: 5 * 60 * 1000,
})

/** A late part of a prerendered page is taken over only after the settings have come: it too must begin as its HTML does. */
export const useSettings = (): SiteSettings => {
  const { data = USUAL } = useQuery(settings)
  return useHydrated() ? data : USUAL
}
