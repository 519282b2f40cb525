import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Button } from '#ui'
import { useStoreUser } from '#views/auth'
import { client, messageOf, useApiMutation } from '#web/api'

const profile = client('profile')

/** Banner on every page until the reader acknowledges the new policy. */
export const PolicyNotice = () => {
  const accept = useApiMutation(profile.acceptPolicy, { onSuccess: useStoreUser() })
  return (
    <aside aria-label="Privacy policy" className="no-print border-b border-line bg-brand-soft">
      <div className="mx-auto flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-5">
        <p className="min-w-0 grow basis-52">
          Our{' '}
          <Link to={paths.privacy} className="link">
            privacy policy
          </Link>{' '}
          has changed.
          {accept.isError ? <span role="alert"> {messageOf(accept.error)}</span> : null}
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={accept.isPending}
          onClick={() => accept.mutate({})}
        >
          I have read it
        </Button>
      </div>
    </aside>
  )
}
