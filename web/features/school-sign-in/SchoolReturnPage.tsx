import { lazy, Suspense } from 'react'

import { AuthPanel } from '#ui/auth-panel'
import { Spinner } from '#ui/spinner'

const loading = import('./SchoolReturn.tsx')
const SchoolReturn = lazy(async () => ({ default: (await loading).SchoolReturn }))

/** The school's provider sends people back to this page. */
const SchoolReturnPage = () => (
  <AuthPanel>
    <Suspense fallback={<Spinner />}>
      <SchoolReturn />
    </Suspense>
  </AuthPanel>
)

export default SchoolReturnPage
