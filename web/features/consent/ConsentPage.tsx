import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, lazyPart, Page, PageHeading, QueryView } from '#ui'

import { consent } from './queries.ts'

// Loaded in parallel with the page.
const loading = import('./ConsentRequest.tsx')
const ConsentRequest = lazyPart(() => loading, 'ConsentRequest', 'mt-6 h-96')

/** Page where a guardian reads a consent request, decides, and confirms with the code from a second email. */
const ConsentPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(consent.showConsent.query({ params: { token } }))
  return (
    <Page width="text">
      <QueryView
        query={query}
        what="the request"
        skeleton="h-72"
        title="Your consent"
        missing={
          <>
            <PageHeading className="visually-hidden">Request not found</PageHeading>
            <EmptyState
              title="This request has expired or was withdrawn"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              Your child can sign in and send you a new one.
            </EmptyState>
          </>
        }
        forbidden={
          <>
            <PageHeading className="visually-hidden">Not for this account</PageHeading>
            <EmptyState
              title="This page is for a parent or guardian"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              {query.error?.message}
            </EmptyState>
          </>
        }
      >
        {(request) => (
          <>
            <PageHeading title="Your consent">{`Your consent for ${request.child_first_name}`}</PageHeading>
            <ConsentRequest token={token} request={request} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default ConsentPage
