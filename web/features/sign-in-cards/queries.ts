import { useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

export const signInCards = client('signInCards')

export const cardsQuery = signInCards.listCards.query()

/** Refetches the list after a change by another feature. */
export const useRefreshCards = () => {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: cardsQuery.queryKey })
}
