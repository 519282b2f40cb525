import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { lazyPart } from '#ui'
import { loads, type PageWords } from '#web/page'

import { availabilityQuery } from './queries.ts'

const AvailabilityForm = lazyPart(
  () => import('./AvailabilityForm.tsx'),
  'AvailabilityForm',
  'h-120',
)

export const handle = { failed: 'Your hours could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [availabilityQuery])

/** /advisor/bookings/hours: a teacher's consultation hours. */
const AvailabilityPage = () => {
  const { data: availability } = useSuspenseQuery(availabilityQuery)
  return (
    <div className="max-w-180">
      <p className="mb-4">
        <Link to={paths.bookings} className="link">
          Your consultations
        </Link>
      </p>
      <h2 className="mb-4 text-xl">When you can be booked</h2>
      <AvailabilityForm availability={availability} />
    </div>
  )
}

export default AvailabilityPage
