import { Navigate } from 'react-router'

import { paths } from '#contract/paths'

/** The old address of the connections. */
const Friends = () => <Navigate to={paths.connections} replace />

export default Friends
