import { useQuery } from '@tanstack/react-query'

import { QueryView } from '#ui/query-view'
import { Skeleton } from '#ui/states'
import { number } from '#web/format'

import { childInsights } from './queries.ts'

/** Statements of the last two months, each with its figures and a way to ask about it. */
export const Insights = ({ id, name }: { id: string; name: string }) => (
  <QueryView
    query={useQuery(childInsights(id))}
    loading="Loading what stands out"
    skeleton={<Skeleton className="mt-3 h-32" />}
    failed="What stands out could not be loaded"
  >
    {({ insights }) =>
      insights.length === 0 ? (
        <p className="mt-2 text-muted">There is too little to say anything yet. Just ask {name}.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {insights.map(({ kind, statement, figures, ask }) => (
            <li key={kind} className="space-y-1.5 py-3">
              <p className="font-medium">{statement}</p>
              <dl className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
                {figures.map((figure) => (
                  <div key={figure.name} className="flex gap-1.5">
                    <dt>{figure.name}:</dt>
                    <dd className="font-semibold">{number(figure.value)}</dd>
                  </div>
                ))}
              </dl>
              <p className="rounded-control bg-sunk px-3 py-2">{ask}</p>
            </li>
          ))}
        </ul>
      )
    }
  </QueryView>
)
