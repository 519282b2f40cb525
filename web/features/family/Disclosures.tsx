import { useInfiniteQuery } from '@tanstack/react-query'

import type { Reply } from '#contract/endpoint'
import type { guardians as table } from '#contract/guardians'
import { LoadMore, QueryView } from '#ui'
import { dateFormat } from '#web/format'

import { guardians } from './queries.ts'

const when = (at: string) =>
  dateFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))

type Line = Reply<(typeof table)['listDisclosures']>['items'][number]

const HOUR_MS = 3_600_000

/** One page makes several calls: shows repeated reads of the same person within an hour once. */
const withoutRepeats = (lines: readonly Line[]): Line[] =>
  lines.filter(
    (line, i) =>
      !lines
        .slice(0, i)
        .some(
          ({ reader, what, at }) =>
            reader === line.reader &&
            what === line.what &&
            Date.parse(at) - Date.parse(line.at) < HOUR_MS,
        ),
  )

/** Log of other people's access to a learner's data. */
export const Disclosures = ({ learnerId }: { learnerId: string }) => {
  const list = useInfiniteQuery(
    guardians.listDisclosures.pages({ params: { id: learnerId }, query: { limit: 10 } }),
  )
  return (
    <QueryView query={list} what="the list" skeleton="mt-3 h-24">
      {({ pages }) => {
        const lines = withoutRepeats(pages.flatMap(({ items }) => items))
        return lines.length === 0 ? (
          <p className="mt-2 text-muted">Nobody else has read anything yet.</p>
        ) : (
          <>
            <ul className="mt-3 divide-y divide-line">
              {lines.map(({ id, at, reader, relation, what }) => (
                <li key={id} className="py-2">
                  {reader ?? 'A deleted account'}
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
