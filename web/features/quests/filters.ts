import { useSearchParams } from 'react-router'

import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { SUBJECT_NAMES, SUBJECTS } from '#rules/subjects'

import type { Filters } from './queries.ts'

type Name = keyof Filters

const named = (names: Record<string, string>, order: readonly string[]) =>
  order.map((value) => ({ value, label: names[value] ?? value }))

/** Filter options of the hub, under the names used in the URL and the API. */
export const CHOICES = {
  pillar: named(PILLAR_NAMES, PILLARS),
  subject: named(SUBJECT_NAMES, SUBJECTS),
  max_hours: [3, 6, 10, 15].map((hours) => ({
    value: String(hours),
    label: `Up to ${hours} hours`,
  })),
  max_days: [
    { value: '1', label: 'One day' },
    { value: '7', label: 'Up to a week' },
    { value: '14', label: 'Up to 2 weeks' },
    { value: '31', label: 'Up to a month' },
    { value: '92', label: 'Up to 3 months' },
  ],
  age: [7, 9, 11, 13, 15, 17].map((age) => ({ value: String(age), label: `Age ${age}` })),
  status: [
    { value: 'new', label: 'Not started' },
    { value: 'active', label: 'In progress' },
    { value: 'left', label: 'Set aside' },
    { value: 'completed', label: 'Completed' },
  ],
  kind: [
    { value: 'course', label: 'Courses' },
    { value: 'quest', label: 'Single quests' },
  ],
  sort: [
    { value: 'recommended', label: 'Recommended' },
    { value: 'shortest', label: 'Shortest first' },
    { value: 'most_xp', label: 'Most XP first' },
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title, A to Z' },
  ],
} satisfies Partial<Record<Name, { value: string; label: string }[]>>

export type ChoiceName = keyof typeof CHOICES

const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[]

/** Filters in the URL. Unknown values are ignored. */
export const useFilters = () => {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const chosen = Object.fromEntries(
    CHOICE_NAMES.flatMap((name) => {
      const value = params.get(name)
      const known = CHOICES[name].some((choice) => choice.value === value)
      return value !== null && known ? [[name, value]] : []
    }),
  ) as Partial<Record<ChoiceName, string>>

  const set = (name: Name, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { sort: _, ...narrowing } = chosen
  const chips = [
    ...(search === '' ? [] : [{ name: 'search' as const, label: `“${search}”` }]),
    ...(Object.keys(narrowing) as ChoiceName[]).map((name) => ({
      name,
      label: CHOICES[name].find(({ value }) => value === chosen[name])?.label ?? '',
    })),
  ]
  return {
    filters: { ...chosen, ...(search === '' ? {} : { search }) } as Filters,
    search,
    chosen,
    chips,
    set,
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}
