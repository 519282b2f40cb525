import { useQuery } from '@tanstack/react-query'

import { Card, EmptyState, lazyPart, QueryView } from '#ui'

import { OpenInvitation } from './OpenInvitation.tsx'
import { invitations } from './queries.ts'

const loading = import('./InviteForm.tsx')
const InviteForm = lazyPart(() => loading, 'InviteForm', 'h-64')

const InvitationsPage = () => (
  <>
    <p className="mb-6 max-w-text text-muted">
      Invite advisors, educators and others by email. They choose their own password, and opening
      the link confirms their email address. Learners and families sign up themselves.
    </p>
    <Card aria-labelledby="invite">
      <h2 id="invite" className="mb-5 text-xl">
        Invite people
      </h2>
      <InviteForm />
    </Card>
    <h2 className="mt-10 mb-4 text-xl">Open invitations</h2>
    <OpenInvitations />
  </>
)

const OpenInvitations = () => {
  const query = useQuery(invitations.listInvitations.query())
  return (
    <QueryView query={query} what="the invitations" skeleton="h-24">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No open invitations">
            Invitations that have not been accepted yet appear here.
          </EmptyState>
        ) : (
          <ul className="space-y-4">
            {items.map((invitation) => (
              <OpenInvitation key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

export default InvitationsPage
