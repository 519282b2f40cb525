import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { PortfolioChange } from '#contract/portfolio'
import { client } from '#web/api'

const portfolio = client(async () => (await import('#contract/portfolio')).portfolio)

export const ownPortfolio = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => portfolio.getPortfolio({}, { signal }),
})

export const useChangePortfolio = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof PortfolioChange>) => portfolio.changePortfolio({ body }),
    onSuccess: (changed) => {
      cache.setQueryData(ownPortfolio.queryKey, changed)
      cache.removeQueries({ queryKey: ['public portfolio'] })
      return cache.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
}
