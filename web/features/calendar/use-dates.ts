import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'

import { useAuth } from '#views/auth'
import { parents } from '#views/parents'

import type { DisplayedItem } from './labels.ts'
import { calendar } from './queries.ts'

type Range = { from: string; to: string; time_zone: string }

/** Items of the person and their children in a range. @param hidden ids of children whose items are not shown */
export const useDates = (range: Range, hidden: ReadonlySet<string>) => {
  const { user } = useAuth()
  const query = { query: range }
  const own = useQuery({ ...calendar.readCalendar.query(query), placeholderData: keepPreviousData })
  const family = useQuery({ ...parents.listChildren.query(), enabled: user?.role === 'parent' })
  const children = family.data?.children.filter(({ status }) => status === 'active') ?? []
  const theirs = useQueries({
    queries: children.map(({ id }) => ({
      ...parents.parentCalendar.query({ params: { id }, ...query }),
      placeholderData: keepPreviousData,
    })),
  })
  const ofChildren = children.flatMap(({ id, first_name }, i): DisplayedItem[] => {
    if (hidden.has(id)) return []
    const items = theirs[i]?.data?.items ?? []
    return items.map((item) => ({ ...item, of: first_name, learner_id: id }))
  })
  return {
    own,
    children,
    ofChildren,
    /** Children whose items could not be loaded. */
    failed: children.filter((_, i) => theirs[i]?.isError),
    /** The range has more items than one call returns. */
    isCut: own.data?.is_cut || theirs.some(({ data }) => data?.is_cut),
  }
}
