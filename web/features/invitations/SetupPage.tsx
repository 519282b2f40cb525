import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { lazyPart, PageHeading, Spinner } from '#ui'

import { OneTimePage } from './OneTimePage.tsx'
import { setupLink } from './queries.ts'

const loading = import('./SetupForm.tsx')
const SetupForm = lazyPart(() => loading, 'SetupForm', Spinner)

/** Setup page for the first admin of a new site. */
const SetupPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(setupLink(token))
  return (
    <OneTimePage title="Set up this site" query={query}>
      {({ email }) => (
        <>
          <PageHeading title="Set up this site">Welcome to your new site</PageHeading>
          <p className="mt-3 mb-8 text-muted">
            Give it a name and create the first account. It is an admin account, from which you can
            invite advisors and the rest of your staff.
          </p>
          <SetupForm token={token} email={email ?? ''} />
        </>
      )}
    </OneTimePage>
  )
}

export default SetupPage
