import { Navigate, useLocation } from 'react-router'

import type { AccountStatus } from '#contract/endpoint'
import { paths } from '#contract/paths'
import { FullHeight, PageTitle, Spinner } from '#ui'
import { useAuth, useRefreshUser } from '#views/auth'
import { AwaitingConsent } from '#views/consent'
import { ClosingAccount } from '#views/privacy'
import { SetUpSecondFactor } from '#views/second-factor'
import { mayEnter } from '#web/guards'
import { PageBoundary } from '#web/page'
import { returnTo } from '#web/session'

import { Unreachable } from './ErrorScreen.tsx'

/** Replaces every page for accounts in these states. */
const IN_PLACE_OF_ALL: Partial<Record<AccountStatus, typeof AwaitingConsent>> = {
  pending_consent: AwaitingConsent,
  closing: ClosingAccount,
}

/** Admits permitted users, and redirects all others. */
const Guarded = () => {
  const auth = useAuth()
  const location = useLocation()
  const refreshUser = useRefreshUser()
  if (auth.state === 'loading') {
    return (
      <>
        <PageTitle />
        <Spinner />
        {auth.again ? (
          <p role="status" className="text-center text-muted">
            No response yet. Trying again…
          </p>
        ) : null}
      </>
    )
  }
  if (auth.state === 'failed') return <Unreachable onTryAgain={auth.retry} />
  if (auth.state === 'signedOut') {
    return <Navigate to={paths.login} replace state={returnTo(location)} />
  }
  const { user } = auth
  const InPlaceOfAll = IN_PLACE_OF_ALL[user.status]
  if (InPlaceOfAll) {
    return <InPlaceOfAll />
  }
  if (user.email_verified === false) {
    return <Navigate to={paths.emailVerification} replace />
  }
  if (user.second_factor_due) {
    return <SetUpSecondFactor onDone={() => void refreshUser()} />
  }
  return mayEnter(location.pathname, user) ? (
    <PageBoundary />
  ) : (
    <Navigate to={paths.dashboard} replace />
  )
}

const Guard = () => (
  <FullHeight>
    <Guarded />
  </FullHeight>
)

export default Guard
