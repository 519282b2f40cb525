import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, lazyPart, Page, PageHeading, QueryView } from '#ui'

import { countVisit, transcript } from './queries.ts'

// Loaded in parallel with the page.
const loading = import('./SharedRecord.tsx')
const SharedRecord = lazyPart(() => loading, 'SharedRecord', 'h-150')

/** Page of a transcript link. */
const SharedTranscriptPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(transcript.sharedTranscript.query({ params: { token } }))
  const isShown = query.data !== undefined
  useEffect(() => {
    if (isShown) countVisit(token)
  }, [isShown, token])
  return (
    <Page>
      <meta name="robots" content="noindex" />
      <QueryView
        query={query}
        what="the transcript"
        skeleton="h-150"
        title="A shared transcript"
        missing={
          <>
            <PageHeading className="visually-hidden">Transcript not found</PageHeading>
            <EmptyState
              title="Transcript not found"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              The link may have expired or be incomplete.
            </EmptyState>
          </>
        }
      >
        {(data) => <SharedRecord shared={data} token={token} />}
      </QueryView>
    </Page>
  )
}

export default SharedTranscriptPage
