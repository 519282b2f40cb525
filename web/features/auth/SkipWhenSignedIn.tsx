import { Navigate, useLocation } from 'react-router'

import { returnPath } from '#web/session'

import { useAuth } from './auth.ts'

/** On pages for visitors: redirects signed-in people to the page that sent them here, or else to the dashboard. */
export const SkipWhenSignedIn = () => {
  const { state } = useLocation()
  return useAuth().state === 'signedIn' ? <Navigate to={returnPath(state)} replace /> : null
}
