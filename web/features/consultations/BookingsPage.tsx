import { paths } from '#contract/paths'
import { ButtonLink } from '#ui'

import { Bookings } from './Bookings.tsx'

/** /advisor/bookings: the user's consultations. */
const BookingsPage = () => (
  <>
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-text text-muted">
        Families who have booked a free half-hour consultation with you. Bookings also appear in
        your calendar.
      </p>
      <ButtonLink to={paths.availability} variant="secondary">
        Your availability
      </ButtonLink>
    </div>
    <Bookings of="own" />
  </>
)

export default BookingsPage
