import { ButtonLink } from '#ui/button'
import { Constellation } from '#ui/constellation'
import { PageHeading } from '#ui/page-heading'
import { useAuth } from '#views/auth'
import { paths } from '#web/paths'

/** The honest page of every part that a later version brings. */
const NotYet = () => {
  const auth = useAuth()
  const [to, words] = auth.user
    ? [paths.dashboard, 'Back to the dashboard']
    : [paths.home, 'Back to the start']
  return (
    <div className="mx-auto flex max-w-form flex-col items-center px-4 py-20 text-center">
      <Constellation className="mb-8 h-24 text-muted" />
      <PageHeading>This part of Lodestar is not in this version yet</PageHeading>
      <p className="mt-4 text-lg text-muted">
        It is on the map and comes with one of the next versions. Nothing you do elsewhere is lost
        until then.
      </p>
      <ButtonLink to={to} className="mt-8">
        {words}
      </ButtonLink>
    </div>
  )
}

export default NotYet
