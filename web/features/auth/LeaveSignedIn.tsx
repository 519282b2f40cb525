import { Navigate, useLocation } from 'react-router'

import { returnPath } from '#web/session'

import { useAuth } from './auth.ts'

/** On pages for visitors: redirects anyone who is signed in to the page that asked for it, else to the dashboard. */
export const LeaveSignedIn = () => {
  const { state } = useLocation()
  return useAuth().state === 'signedIn' ? <Navigate to={returnPath(state)} replace /> : null
}
