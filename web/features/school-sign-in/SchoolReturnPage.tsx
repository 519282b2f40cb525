import { AuthPanel, lazyPart, Spinner } from '#ui'

const loading = import('./SchoolReturn.tsx')
const SchoolReturn = lazyPart(() => loading, 'SchoolReturn', Spinner)

/** Redirect target of the school's provider. */
const SchoolReturnPage = () => (
  <AuthPanel>
    <SchoolReturn />
  </AuthPanel>
)

export default SchoolReturnPage
