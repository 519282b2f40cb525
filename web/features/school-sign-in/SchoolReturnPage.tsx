import { AuthPanel, lazyPart, Spinner } from '#ui'

const loading = import('./SchoolReturn.tsx')
const SchoolReturn = lazyPart(() => loading, 'SchoolReturn', Spinner)

/** The school's provider sends people back to this page. */
const SchoolReturnPage = () => (
  <AuthPanel>
    <SchoolReturn />
  </AuthPanel>
)

export default SchoolReturnPage
