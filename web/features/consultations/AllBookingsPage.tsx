import { Bookings } from './Bookings.tsx'

/** /admin/consultations: bookings of all teachers. */
const AllBookingsPage = () => (
  <>
    <p className="mb-6 max-w-text text-muted">
      Free half-hour consultations with all teachers. If a teacher cannot make it, you can cancel
      with a note to the family. Teachers set their own hours under Advisor, Bookings.
    </p>
    <Bookings of="all" />
  </>
)

export default AllBookingsPage
