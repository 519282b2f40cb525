import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'

import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { QueryView } from '#ui/query-view'
import { EmptyState, Skeleton } from '#ui/states'
import { paths } from '#web/paths'

import { OpenInvitation } from './OpenInvitation.tsx'
import { invitations } from './queries.ts'
import { Unassigned } from './Unassigned.tsx'

const loading = import('./InviteForm.tsx')
const InviteForm = lazy(async () => ({ default: (await loading).InviteForm }))

const GuardianLinks = lazy(async () => ({
  default: (await import('./GuardianLinks.tsx')).GuardianLinks,
}))

/** Who comes to work here, and who has been asked to. */
const AdminPage = () => (
  <Page width="text">
    <PageHeading title="Admin">Who works here</PageHeading>
    <p className="mt-2 mb-8 text-lg text-muted">
      Invite advisors, educators and others by mail. They choose a password themselves; their
      address is confirmed by the link. Learners and families register by themselves.
    </p>
    <Card aria-labelledby="invite">
      <h2 id="invite" className="mb-5 text-xl">
        Invite somebody
      </h2>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <InviteForm />
      </Suspense>
    </Card>
    <h2 className="mt-10 mb-4 text-xl">Open invitations</h2>
    <OpenInvitations />
    <h2 className="mt-10 mb-4 text-xl">Learners without an advisor</h2>
    <Unassigned />
    <h2 className="mt-10 mb-4 text-xl">Who looks after whom</h2>
    <Suspense fallback={<Skeleton className="h-40" />}>
      <GuardianLinks />
    </Suspense>
    <p className="mt-8">
      <Link to={paths.consentForms} className="link">
        Consent forms that wait
      </Link>
    </p>
    <h2 className="mt-10 mb-2 text-xl">Children’s safety</h2>
    <p className="mb-4 text-muted">
      Some safety reports are for nobody in the family: name the staff who read them.
    </p>
    <ButtonLink variant="secondary" to={paths.safeguarding}>
      Who looks after children’s safety
    </ButtonLink>
  </Page>
)

const OpenInvitations = () => {
  const query = useQuery(invitations.listInvitations.query())
  return (
    <QueryView
      query={query}
      loading="Loading invitations"
      skeleton={
        <>
          <Skeleton className="h-24" />
        </>
      }
      failed="The invitations could not be loaded"
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No open invitations">
            Invitations that nobody has accepted yet are listed here.
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

export default AdminPage
