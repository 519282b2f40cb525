import { Suspense } from 'react'

import { AuthPanel, lazyPart, Spinner } from '#ui'

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
