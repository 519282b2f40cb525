import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, ButtonLink, lazyPart, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

import { guardians } from './queries.ts'

const loading = import('./AcceptGuardian.tsx')
const AcceptGuardian = lazyPart(() => loading, 'AcceptGuardian', 'mt-3 h-64')

/** Page where an invited adult reads the offered permissions and accepts. */
const GuardianInvitationPage = () => {
  const { token = '' } = useParams()
  const query = useQuery({
    ...guardians.showGuardianInvitation.query({ params: { token } }),
    staleTime: Infinity,
  })
  return (
    <AuthPanel>
      <QueryView
        query={query}
        what="the invitation"
        skeleton="h-72"
        title="Your invitation"
        missing={
          <>
            <PageHeading title="Your invitation">This link no longer works</PageHeading>
            <p className="mt-4 mb-6">{messageOf(query.error)}</p>
            <ButtonLink to={paths.login}>Sign in</ButtonLink>
          </>
        }
      >
        {(invitation) => (
          <>
            <PageHeading title="Your invitation">
              Follow {invitation.learner_first_name}
            </PageHeading>
            <p className="mt-3">
              <bdi>{invitation.invited_by ?? 'The family'}</bdi> invites{' '}
              <strong>{invitation.email}</strong> to look after{' '}
              <bdi>{invitation.learner_first_name}</bdi>. You would be able to:
            </p>
            <AcceptGuardian token={token} invitation={invitation} />
          </>
        )}
      </QueryView>
    </AuthPanel>
  )
}

export default GuardianInvitationPage
