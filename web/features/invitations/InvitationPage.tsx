import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { lazyPart, PageHeading, Spinner } from '#ui'
import { useSettings } from '#views/site'

import { OneTimePage } from './OneTimePage.tsx'
import { invitation } from './queries.ts'
import { ROLE_PHRASES } from './role-phrases.ts'

const loading = import('./AcceptForm.tsx')
const AcceptForm = lazyPart(() => loading, 'AcceptForm', Spinner)

/** Page where an invited person chooses a password. */
const InvitationPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(invitation(token))
  const { site_name } = useSettings()
  return (
    <OneTimePage title="Your invitation" query={query}>
      {(found) => (
        <>
          <PageHeading title="Your invitation">{`Welcome to ${site_name}`}</PageHeading>
          <p className="mt-3 mb-8 text-muted">
            <bdi>{found.invited_by ?? 'An admin'}</bdi> invites you as {ROLE_PHRASES[found.role]}.
            Your account is for <strong>{found.email}</strong>.
          </p>
          <AcceptForm token={token} invitation={found} />
        </>
      )}
    </OneTimePage>
  )
}

export default InvitationPage
