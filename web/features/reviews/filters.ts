import { useLocation, useSearchParams } from 'react-router'

import type { ReviewFilters } from '#contract/reviews'

const UUID = /^[0-9a-f-]{36}$/

/** What the queue is narrowed by, as the URL has it; what cannot be there counts as left out. */
export const filtersIn = (search: URLSearchParams): Partial<ReviewFilters> => {
  const id = (name: string) => {
    const value = search.get(name) ?? ''
    return UUID.test(value) ? { [name]: value } : {}
  }
  return {
    ...(search.get('show') === 'answers' ? { show: 'answers' } : {}),
    ...id('learner'),
    ...id('quest'),
    ...(search.get('returned') === 'true' ? { returned: 'true' } : {}),
  }
}

export const useReviewFilters = () => {
  const [params, setParams] = useSearchParams()
  const filters = filtersIn(params)
  return {
    filters,
    /** To be added to the paths of pieces and of the queue. */
    search: new URLSearchParams(filters as Record<string, string>).toString(),
    isNarrowed: Object.keys(filters).some((name) => name !== 'show'),
    set: (name: keyof ReviewFilters, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}

/** The decision that has just been made, which the next page offers to undo. */
export type JustDecided = {
  id: string
  decision: 'accepted' | 'returned'
  name: string
  task: string
  undoUntil: string
}

export const useJustDecided = (): JustDecided | undefined => {
  const { state } = useLocation() as { state: { decided?: JustDecided } | string | null }
  return typeof state === 'object' && state !== null ? state.decided : undefined
}
