import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert } from '#ui'

import { milestonesOfChildren } from './queries.ts'

/** Informs guardians of birthdays that shift rights to the child; renders nothing once acknowledged. */
export const ChildMilestones = () => {
  const { data } = useQuery(milestonesOfChildren)
  if (!data || data.milestones.length === 0) return null
  return (
    <div className="my-4">
      <Alert tone="info" title="A birthday changes what you can see and decide">
        <ul>
          {data.milestones.map(({ id, first_name, age }) => (
            <li key={id}>
              <Link to={paths.childMilestones} className="link">
                {first_name} is {age === 13 ? 'thirteen' : 'of age'}: what changes for you
              </Link>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
