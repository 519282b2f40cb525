import { Navigate } from 'react-router'

import { paths } from '#web/paths'

const UnknownPath = () => <Navigate to={paths.home} replace />

export default UnknownPath
