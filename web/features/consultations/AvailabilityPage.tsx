import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, lazyPart } from '#ui'
import { useSettings } from '#views/site'
import { loaderFor, type PageTexts } from '#web/page'

import { availabilityQuery } from './queries.ts'

const AvailabilityForm = lazyPart(
  () => import('./AvailabilityForm.tsx'),
  'AvailabilityForm',
  'h-120',
)

export const handle = { failed: 'Your hours could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [availabilityQuery])

/** /advisor/bookings/hours: a teacher's consultation hours. */
const AvailabilityPage = () => {
  const { data: availability } = useSuspenseQuery(availabilityQuery)
  const { offers } = useSettings()
  return (
    <div className="max-w-180">
      <p className="mb-4">
        <Link to={paths.bookings} className="link">
          Your consultations
        </Link>
      </p>
      <h2 className="mb-4 text-xl">Your availability</h2>
      {offers.includes('consultations') ? null : (
        <div className="mb-4">
          <Alert title="Nobody can book yet">
            This school does not offer consultations. An admin can turn them on in the settings.
          </Alert>
        </div>
      )}
      <AvailabilityForm availability={availability} />
    </div>
  )
}

export default AvailabilityPage
