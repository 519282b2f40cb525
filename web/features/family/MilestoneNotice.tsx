import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert } from '#ui'

import { guardians } from './queries.ts'

/** Shown on the dashboard until the learner acknowledges the consequences of a birthday. */
export const MilestoneNotice = () => {
  const { data } = useQuery(guardians.showMilestone.query())
  if (!data?.age) return null
  return (
    <Alert tone="info" title={data.age === 13 ? 'You are thirteen' : 'You are of age'}>
      <Link to={paths.milestone} className="link">
        See what is yours to decide now
      </Link>
    </Alert>
  )
}
