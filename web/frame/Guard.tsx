import { Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { PageTitle } from '#ui/page-heading'
import { Spinner } from '#ui/spinner'
import { ErrorState } from '#ui/states'
import { AwaitingConsent, useAuth } from '#views/accounts'
import { session } from '#web/api'
import { mayEnter, paths } from '#web/paths'

/** Lets in who may come in (specification §4, Route guard). */
const Guard = () => {
  const auth = useAuth()
  const { pathname } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (auth.state === 'signedIn' && !wasSignedIn) setWasSignedIn(true)
  if (auth.state === 'loading') {
    return (
      <>
        <PageTitle />
        <Spinner />
      </>
    )
  }
  if (auth.state === 'failed') {
    return (
      <div className="mx-auto max-w-form px-4 py-16">
        <PageTitle />
        <ErrorState title="You could not be signed in" error={auth.error} onRetry={auth.retry} />
      </div>
    )
  }
  if (auth.state === 'signedOut') {
    // Whoever signs out on a page in here is on the way to the landing page, and not to be stopped.
    const isLeaving = wasSignedIn && session.isBeingLeft()
    return <Navigate to={isLeaving ? paths.home : paths.login} replace />
  }
  const { user } = auth
  if (user.status === 'pending_consent') {
    return (
      <Suspense fallback={<Spinner />}>
        <AwaitingConsent />
      </Suspense>
    )
  }
  if (!user.email_verified) {
    return <Navigate to={paths.emailVerification} state={{ email: user.email }} replace />
  }
  return mayEnter(pathname, user.role) ? <Outlet /> : <Navigate to={paths.dashboard} replace />
}

export default Guard
