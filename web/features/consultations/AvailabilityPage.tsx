import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { lazyPart, QueryView, Skeleton } from '#ui'

import { consultations } from './queries.ts'

const AvailabilityForm = lazyPart(
  () => import('./AvailabilityForm.tsx'),
  'AvailabilityForm',
  'h-120',
)

/** /advisor/bookings/hours: when a teacher can be booked. */
const AvailabilityPage = () => {
  const query = useQuery(consultations.getAvailability.query())
  return (
    <div className="max-w-180">
      <p className="mb-4">
        <Link to={paths.bookings} className="link">
          Your consultations
        </Link>
      </p>
      <h2 className="mb-4 text-xl">When you can be booked</h2>
      <QueryView
        query={query}
        loading="Loading your hours"
        skeleton={<Skeleton className="h-120" />}
        failed="Your hours could not be loaded"
      >
        {(availability) => <AvailabilityForm availability={availability} />}
      </QueryView>
    </div>
  )
}

export default AvailabilityPage
