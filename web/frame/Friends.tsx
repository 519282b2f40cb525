import { Navigate } from 'react-router'

import { paths } from '#contract/paths'

/** Redirects the former URL of the connections. */
const Friends = () => <Navigate to={paths.connections} replace />

export default Friends
