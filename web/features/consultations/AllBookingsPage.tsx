import { Bookings } from './Bookings.tsx'

/** /admin/consultations: those of all teachers. */
const AllBookingsPage = () => (
  <>
    <p className="mb-6 max-w-text text-muted">
      Free half hours with all teachers. Where one cannot come, you can cancel with words to the
      family. Teachers say themselves when they can be booked, under Advisor, Bookings.
    </p>
    <Bookings of="all" />
  </>
)

export default AllBookingsPage
