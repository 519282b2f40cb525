import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert } from '#ui'

import { safetyCount } from './queries.ts'

/** Announces unread reports and their children; renders nothing without any. */
export const SafetyNotice = () => {
  const { data } = useQuery(safetyCount)
  if (!data || data.children.length === 0) return null
  return (
    <div className="my-4">
      <Alert tone="warning" title="Please have a look">
        <ul>
          {data.children.map(({ id, first_name, reports }) => (
            <li key={id}>
              <Link to={`${paths.child(id)}#safety`} className="link inline-block min-h-6 min-w-6">
                {reports === 1 ? '1 new safety report' : `${reports} new safety reports`} about{' '}
                {first_name}
              </Link>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
