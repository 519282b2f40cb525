import { Navigate } from 'react-router'

import { paths } from '#contract/paths'

const UnknownPath = () => <Navigate to={paths.home} replace />

export default UnknownPath
