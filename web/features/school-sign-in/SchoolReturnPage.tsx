import { Suspense } from 'react'

import { AuthPanel } from '#ui/auth-panel'
import { lazyPart } from '#ui/lazy-part'
import { Spinner } from '#ui/spinner'

const loading = import('./SchoolReturn.tsx')
const SchoolReturn = lazyPart(() => loading, 'SchoolReturn')

/** The school's provider sends people back to this page. */
const SchoolReturnPage = () => (
  <AuthPanel>
    <Suspense fallback={<Spinner />}>
      <SchoolReturn />
    </Suspense>
  </AuthPanel>
)

export default SchoolReturnPage
