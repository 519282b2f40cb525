import type { Attempt } from '#contract/evidence'
import { Alert } from '#ui/alert'
import { Markdown } from '#ui/markdown'
import { EvidenceBlocks } from '#views/evidence'

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
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  )

/** Every hand-in of a task, the newest open. */
export const AttemptHistory = ({ attempts }: { attempts: readonly Attempt[] }) => {
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
            {attempt.comment ? (
              <Alert
                tone={attempt.state === 'returned' ? 'warning' : 'success'}
                title="Your advisor says"
              >
                <p className="whitespace-pre-line text-ink">{attempt.comment}</p>
              </Alert>
            ) : null}
            <EvidenceBlocks blocks={attempt.blocks} />
            {attempt.reflection ? (
              <div>
                <h4 className="mb-1 text-base">What I learned</h4>
                <Markdown text={attempt.reflection} />
              </div>
            ) : null}
          </div>
        </details>
      ))}
    </div>
  )
}
