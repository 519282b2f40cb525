import { useSearchParams } from 'react-router'

import { PILLAR_NAMES, PILLARS } from '#rules/pillars'

import type { Filters } from './queries.ts'

export const CHOICES = {
  show: [
    { value: 'earned', label: 'Earned' },
    { value: 'in_progress', label: 'In progress' },
    { value: 'pursued', label: 'My goals' },
    { value: 'open', label: 'Not started' },
  ],
  pillar: PILLARS.map((pillar) => ({ value: pillar as string, label: PILLAR_NAMES[pillar] })),
}

type Name = keyof typeof CHOICES

/** Filters in the URL. Unknown values are ignored. */
export const useBadgeFilters = () => {
  const [params, setParams] = useSearchParams()
  const chosen = (name: Name) =>
    CHOICES[name].find(({ value }) => value === params.get(name))?.value ?? ''
  const search = params.get('search') ?? ''
  const filters = Object.fromEntries(
    Object.entries({ search, show: chosen('show'), pillar: chosen('pillar') }).filter(
      ([, value]) => value !== '',
    ),
  ) as Filters
  return {
    filters,
    search,
    chosen,
    set: (name: Name | 'search', value: string) =>
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
