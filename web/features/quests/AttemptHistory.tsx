import { type ReactNode } from 'react'

import type { Attempt } from '#contract/evidence'
import { Alert, Markdown } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { AttemptFeedback } from '#views/reviews'
import { dateFormat } from '#web/format'

import { OmittedWork } from './OmittedWork.tsx'

const STATES = {
  submitted: 'Handed in',
  accepted: 'Accepted',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
} satisfies Record<Attempt['state'], string>

const BY = {
  self: '',
  parent: ', added by parent',
  advisor: ', added by advisor',
} satisfies Record<Attempt['submitter'], string>

const when = (at: string) =>
  dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

type Props = {
  questId: string
  attempts: readonly Attempt[]
  /** Opens the answer box of the newest attempt. */
  isAnswering: boolean
}

/** All attempts at a task, the newest expanded. */
export const AttemptHistory = ({ questId, attempts, isAnswering }: Props) => {
  const newestFirst = attempts.toReversed()
  return newestFirst.length === 0 ? null : (
    <div className="space-y-2">
      {newestFirst.map((attempt, index) => (
        <details
          key={attempt.id}
          open={index === 0 && attempt.state !== 'withdrawn'}
          className="rounded-control border border-line bg-bg px-4 py-3"
        >
          <summary className="min-h-6 font-semibold">
            {STATES[attempt.state]}{' '}
            <span className="font-normal text-muted">
              {when(attempt.submitted_at)}
              {BY[attempt.submitter]}
              {attempts.length > 1 ? ` · attempt ${attempt.number}` : ''}
            </span>
          </summary>
          <div className="space-y-4 pt-3">
            <WithFeedback
              questId={questId}
              attempt={attempt}
              isAnswering={isAnswering && index === 0}
            >
              {attempt.left_out ? (
                <OmittedWork id={attempt.id}>
                  {(whole) => <SubmittedWork attempt={whole} />}
                </OmittedWork>
              ) : (
                <SubmittedWork attempt={attempt} />
              )}
            </WithFeedback>
          </div>
        </details>
      ))}
    </div>
  )
}

type FeedbackProps = {
  questId: string
  attempt: Attempt
  isAnswering: boolean
  children: ReactNode
}

/** Renders the advisor's comment immediately; the conversation loads after it. */
const WithFeedback = ({ questId, attempt, isAnswering, children }: FeedbackProps) => {
  const before = (
    <>
      {attempt.comment ? (
        <Alert
          tone={attempt.state === 'returned' ? 'warning' : 'success'}
          title="Your advisor says"
        >
          <p className="whitespace-pre-line text-ink">{attempt.comment}</p>
        </Alert>
      ) : null}
      {children}
    </>
  )
  if (attempt.state === 'withdrawn') return before
  return (
    <AttemptFeedback questId={questId} attempt={attempt} isAnswering={isAnswering} before={before}>
      {children}
    </AttemptFeedback>
  )
}

const SubmittedWork = ({ attempt: { blocks, reflection } }: { attempt: Attempt }) => (
  <>
    <EvidenceBlocks blocks={blocks} />
    {reflection ? (
      <div>
        <h4 className="mb-1 text-base">What I learned</h4>
        <Markdown text={reflection} />
      </div>
    ) : null}
  </>
)
