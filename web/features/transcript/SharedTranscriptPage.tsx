import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'

import type { IssuedTranscript, SharedTranscript } from '#contract/transcript'
import { Alert } from '#ui/alert'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { PageHeading, PageTitle } from '#ui/page-heading'
import { EmptyState, ErrorState, Loading, Skeleton } from '#ui/states'
import { statusOf } from '#web/api'
import { dateOf } from '#web/dates'
import { paths } from '#web/paths'

import { PdfLink } from './Downloads.tsx'
import { countVisit, sharedQuery } from './queries.ts'
import { RecordView } from './RecordView.tsx'
import { nameOf } from './words.ts'

/** What a link to a transcript shows to whoever has it. */
const SharedTranscriptPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(sharedQuery(token))
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
        <Shown shared={query.data} token={token} />
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

const Shown = ({ shared, token }: { shared: SharedTranscript; token: string }) => {
  const { issued, record, expires_at } = shared
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageHeading title={`Transcript of ${nameOf(record)}`}>{nameOf(record)}</PageHeading>
          <p className="no-print mt-1 text-muted">This link works until {dateOf(expires_at)}.</p>
        </div>
        <PdfLink
          href={`/api/transcript/shared/${encodeURIComponent(token)}/pdf`}
          query={{ rendering: issued?.transcript.rendering ?? 'mastery' }}
          needsSession={false}
        />
      </div>
      {issued ? <State issued={issued} /> : null}
      <RecordView
        record={record}
        rendering={issued?.transcript.rendering ?? 'mastery'}
        title={issued ? 'Official transcript' : 'Unofficial transcript'}
        facts={factsOf(issued)}
      />
    </div>
  )
}

const factsOf = (issued: IssuedTranscript | null): (readonly [string, string])[] => {
  if (!issued) return []
  const { number, issued_at, recipient, signer } = issued.transcript
  return [
    ['Transcript number', number],
    ['Issued on', dateOf(issued_at)],
    ['Issued to', recipient],
    ['Signed by', `${signer.name}, ${signer.role}`],
  ]
}

const State = ({ issued }: { issued: IssuedTranscript }) => {
  const { verify_code, expires_at } = issued.transcript
  if (issued.state === 'rescinded') {
    return (
      <Alert tone="danger" title="This transcript was rescinded and is no longer valid">
        <p>{issued.rescinded_because}</p>
      </Alert>
    )
  }
  if (issued.state === 'expired' && expires_at) {
    return <Alert tone="warning" title={`This transcript expired on ${dateOf(expires_at)}`} />
  }
  return (
    <Alert tone="success" title="This is an official transcript, and it is valid">
      <p>
        <a href={`/verify/${verify_code}`} className="link text-current">
          Verify it yourself
        </a>
      </p>
    </Alert>
  )
}

export default SharedTranscriptPage
