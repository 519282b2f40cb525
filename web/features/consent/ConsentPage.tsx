import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'

import { Alert } from '#ui/alert'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { PageHeading, PageTitle } from '#ui/page-heading'
import { QueryView } from '#ui/query-view'
import { EmptyState, Skeleton } from '#ui/states'
import { paths } from '#web/paths'

import { consent } from './queries.ts'

// Fetched beside the page, not before it.
const loading = import('./ConsentForms.tsx')
const ConsentForms = lazy(async () => ({ default: (await loading).ConsentForms }))

/** Where a guardian reads what is asked, decides, and confirms with the code of a second mail. */
const ConsentPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(consent.showConsent.query({ params: { token } }))
  return (
    <Page width="text">
      <QueryView
        query={query}
        loading="Loading the request"
        skeleton={
          <>
            <PageTitle title="Your consent" />
            <Skeleton className="h-72" />
          </>
        }
        failed="The request could not be loaded"
        heading={<PageTitle title="Your consent" />}
        missing={
          <>
            <PageHeading className="visually-hidden">This request is not here</PageHeading>
            <EmptyState
              title="This request has expired or was withdrawn"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              The child can sign in and send a new one to your address.
            </EmptyState>
          </>
        }
        forbidden={
          <>
            <PageHeading className="visually-hidden">This address cannot consent</PageHeading>
            <EmptyState
              title="This address cannot consent"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              {query.error?.message}
            </EmptyState>
          </>
        }
      >
        {({ child_first_name: child, guardian_email, state }) => (
          <>
            <PageHeading title="Your consent">{`Your consent for ${child}`}</PageHeading>
            {state === 'confirmed' ? (
              <div className="mt-8 space-y-6">
                <Alert tone="success" role="status" title="Thank you. The account is open.">
                  <p>
                    {child} can sign in, and confirms an own address by the link that we sent there.
                    You can change your mind at any time: write to us.
                  </p>
                </Alert>
                <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
              </div>
            ) : (
              <>
                <WhatIsAsked child={child} />
                <Suspense fallback={<Skeleton className="h-40" />}>
                  <ConsentForms token={token} child={child} sentTo={guardian_email} state={state} />
                </Suspense>
              </>
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

const WhatIsAsked = ({ child }: { child: string }) => (
  <div className="prose mt-4 mb-8">
    <p>
      {child} is under 13 and named you as parent or guardian. Nothing happens in the account until
      you agree.
    </p>
    <h2>What is collected</h2>
    <ul>
      <li>First and last name, email address and date of birth. No phone number, no address.</li>
      <li>What {child} writes and uploads for quests, and the experience points that it earns.</li>
    </ul>
    <h2>Who can see it</h2>
    <ul>
      <li>{child}, you, and an advisor (a licensed teacher) where one is assigned.</li>
      <li>Nobody else, unless you allow it below. There is no advertising and nothing is sold.</li>
    </ul>
  </div>
)

export default ConsentPage
