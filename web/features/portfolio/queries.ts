import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { NewPortfolioLink, PortfolioChange } from '#contract/portfolio'
import type { Viewer } from '#rules/audience'
import { client } from '#web/api'

const portfolio = client(async () => (await import('#contract/portfolio')).portfolio)

export const ownPortfolio = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => portfolio.getPortfolio({}, { signal }),
})

export const portfolioPreview = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['portfolio', 'preview', viewer],
    queryFn: ({ signal }) => portfolio.previewPortfolio({ query: { as: viewer } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useChangePortfolio = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof PortfolioChange>) => portfolio.changePortfolio({ body }),
    onSuccess: (changed) => {
      cache.setQueryData(ownPortfolio.queryKey, changed)
      cache.removeQueries({ queryKey: ['portfolio', 'preview'] })
      cache.removeQueries({ queryKey: ['public portfolio'] })
      return cache.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
}

export const useAddLink = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: z.input<typeof NewPortfolioLink> & { idempotencyKey: string }) =>
      portfolio.addPortfolioLink({ body }, { idempotencyKey }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ownPortfolio.queryKey, exact: true }),
  })
}

export const useEndLink = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => portfolio.endPortfolioLink({ params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ownPortfolio.queryKey, exact: true }),
  })
}
