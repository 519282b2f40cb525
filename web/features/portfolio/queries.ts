import { keepPreviousData } from '@tanstack/react-query'

import type { Viewer } from '#rules/audience'
import { useApiMutation } from '#web/api'

import { portfolio } from './public-query.ts'

export const portfolioPreview = (viewer: Viewer) => ({
  ...portfolio.previewPortfolio.query({ query: { as: viewer } }),
  placeholderData: keepPreviousData,
  // Never shows stale data after a change.
  gcTime: 0,
})

export const useChangePortfolio = () =>
  useApiMutation(portfolio.changePortfolio, {
    replaces: () => portfolio.getPortfolio.query().queryKey,
  })
