import { queryOptions } from '@tanstack/react-query'

import type { PublicPortfolio } from '#contract/portfolio'
import { client } from '#web/api'

const portfolio = client(async () => (await import('#contract/portfolio')).portfolio)

/** The portfolio that the server put into this page, if it is the one that is asked for. */
const fromPage = (isAsked: (shown: PublicPortfolio) => boolean): PublicPortfolio | undefined => {
  const block = document.getElementById('page-data')?.textContent
  const shown = block ? (JSON.parse(block) as PublicPortfolio) : undefined
  return shown && isAsked(shown) ? shown : undefined
}

export const publicPortfolio = (by: { slug: string } | { id: string }) =>
  queryOptions({
    queryKey: ['public portfolio', by],
    queryFn: ({ signal }) =>
      'slug' in by
        ? portfolio.publicPortfolio({ params: by }, { signal })
        : portfolio.publicDiploma({ params: by }, { signal }),
    initialData: () =>
      fromPage((shown) => ('slug' in by ? shown.slug === by.slug : shown.user_id === by.id)),
  })
