import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { dateOf } from '#web/format'

import { earlierWork } from './queries.ts'

type EarlierListProps = { learnerId: string; heading?: string }

/** A learner's imported work; renders nothing without any. */
export const EarlierList = ({ learnerId, heading }: EarlierListProps) => {
  const { data } = useQuery(earlierWork.listEarlierWork.query({ params: { id: learnerId } }))
  if (!data || data.items.length === 0) return null
  return (
    <div>
      {heading ? <h2 className="mb-2 text-xl">{heading}</h2> : null}
      <ul className="divide-y divide-line">
        {data.items.map(({ id, site, made_at }) => (
          <li key={id} className="py-1">
            <Link
              to={paths.earlierWork(id)}
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              Earlier work, from {site.name}
            </Link>{' '}
            <span className="text-sm text-muted">exported {dateOf(made_at)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
