import type { IssuedTranscript, SharedTranscript } from '#contract/transcript'
import { Alert, PageHeading } from '#ui'
import { dateOf, paperDate } from '#web/format'

import { PdfLink } from './Downloads.tsx'
import { nameOf } from './labels.ts'
import { RecordView } from './RecordView.tsx'

/** A shared transcript with its state and PDF. */
export const SharedRecord = ({ shared, token }: { shared: SharedTranscript; token: string }) => {
  const { issued, record, expires_at } = shared
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
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
    ['Issued on', paperDate(issued_at)],
    ['Issued to', recipient],
    ['Signed by', `${signer.name}, ${signer.role}`],
  ]
}

const State = ({ issued }: { issued: IssuedTranscript }) => {
  const { verify_code, expires_at } = issued.transcript
  if (issued.state === 'revoked') {
    return (
      <Alert tone="danger" title="This transcript has been revoked and is no longer valid">
        <p>{issued.revoked_because}</p>
      </Alert>
    )
  }
  if (issued.state === 'expired' && expires_at) {
    return <Alert tone="warning" title={`This transcript expired on ${paperDate(expires_at)}`} />
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
