import { useLocation, useSearchParams } from 'react-router'

import type { ReviewFilters } from '#contract/reviews'

const UUID = /^[0-9a-f-]{36}$/

/** Filters in the URL. Invalid values are ignored. */
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
    /** Query string for links to submissions and the queue. */
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

/** The last decision, which the next page offers to undo. */
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
