import { Navigate } from 'react-router'

import { paths } from '#web/paths'

import { useAuth } from './auth.ts'

/** On pages for visitors: whoever is signed in, or has just signed in, goes on to the dashboard. */
export const LeaveSignedIn = () =>
  useAuth().state === 'signedIn' ? <Navigate to={paths.dashboard} replace /> : null
