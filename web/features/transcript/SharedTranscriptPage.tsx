import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'

import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { PageHeading, PageTitle } from '#ui/page-heading'
import { EmptyState, ErrorState, Loading, Skeleton } from '#ui/states'
import { statusOf } from '#web/api'
import { paths } from '#web/paths'

import { countVisit, transcript } from './queries.ts'

// Fetched beside the page, not before it.
const loading = import('./SharedRecord.tsx')
const SharedRecord = lazy(async () => ({ default: (await loading).SharedRecord }))

/** What a link to a transcript shows to whoever has it. */
const SharedTranscriptPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(transcript.sharedTranscript.query({ params: { token } }))
  const isShown = query.data !== undefined
  useEffect(() => {
    if (isShown) countVisit(token)
  }, [isShown, token])
  const status = statusOf(query.error)
  return (
    <Page>
      <PageTitle title="A shared transcript" />
      <meta name="robots" content="noindex" />
      {query.data ? (
        <Suspense fallback={<Skeleton className="h-150" />}>
          <SharedRecord shared={query.data} token={token} />
        </Suspense>
      ) : status === 404 || status === 400 ? (
        <>
          <PageHeading className="visually-hidden">There is no transcript here</PageHeading>
          <EmptyState
            title="There is no transcript here"
            action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
          >
            The link may have ended, or the address is not complete.
          </EmptyState>
        </>
      ) : query.isError ? (
        <>
          <PageHeading className="visually-hidden">A shared transcript</PageHeading>
          <ErrorState
            title="The transcript could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </>
      ) : (
        <Loading label="Loading the transcript">
          <Skeleton className="h-150" />
        </Loading>
      )}
    </Page>
  )
}

export default SharedTranscriptPage
