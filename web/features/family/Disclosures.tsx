import { useInfiniteQuery } from '@tanstack/react-query'

import { LoadMore } from '#ui/load-more'
import { QueryView } from '#ui/query-view'
import { Skeleton } from '#ui/states'

import { guardians } from './queries.ts'

const when = (at: string) =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))

/** Who else has read what about a learner. */
export const Disclosures = ({ learnerId }: { learnerId: string }) => {
  const list = useInfiniteQuery(
    guardians.listDisclosures.pages({ params: { id: learnerId }, query: { limit: 10 } }),
  )
  return (
    <QueryView
      query={list}
      loading="Loading who has read what"
      skeleton={<Skeleton className="mt-3 h-24" />}
      failed="The list could not be loaded"
    >
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items)
        return lines.length === 0 ? (
          <p className="mt-2 text-muted">Nobody else has read anything yet.</p>
        ) : (
          <>
            <ul className="mt-3 divide-y divide-line">
              {lines.map(({ id, at, reader, relation, what }) => (
                <li key={id} className="py-2">
                  {reader ?? 'An account that is gone'}
                  {relation ? ` (${relation})` : ''} read {what},{' '}
                  <span className="text-muted">{when(at)}</span>
                </li>
              ))}
            </ul>
            <LoadMore list={list} />
          </>
        )
      }}
    </QueryView>
  )
}
