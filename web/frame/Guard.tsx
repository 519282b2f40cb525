import { Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import type { AccountStatus } from '#contract/endpoint'
import { PageTitle } from '#ui/page-heading'
import { Spinner } from '#ui/spinner'
import { AwaitingConsent, ClosingAccount, useAuth } from '#views/accounts'
import { session } from '#web/api'
import { mayEnter, paths } from '#web/paths'

import { Unreachable } from './late-parts.ts'

/** What accounts in these states see instead of every page. */
const IN_PLACE_OF_ALL: Partial<Record<AccountStatus, typeof AwaitingConsent>> = {
  pending_consent: AwaitingConsent,
  closing: ClosingAccount,
}

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
      <Suspense fallback={<Spinner />}>
        <Unreachable error={auth.error} onRetry={auth.retry} />
      </Suspense>
    )
  }
  if (auth.state === 'signedOut') {
    // Whoever signs out on a page in here is on the way to the landing page, and not to be stopped.
    const isLeaving = wasSignedIn && session.isBeingLeft()
    return <Navigate to={isLeaving ? paths.home : paths.login} replace />
  }
  const { user } = auth
  const InPlaceOfAll = IN_PLACE_OF_ALL[user.status]
  if (InPlaceOfAll) {
    return (
      <Suspense fallback={<Spinner />}>
        <InPlaceOfAll />
      </Suspense>
    )
  }
  if (!user.email_verified) {
    return <Navigate to={paths.emailVerification} state={{ email: user.email }} replace />
  }
  return mayEnter(pathname, user.role) ? <Outlet /> : <Navigate to={paths.dashboard} replace />
}

export default Guard
