import { useState } from 'react'

import type { Review } from '#contract/reviews'
import { lazyPart } from '#ui'
import { dateOf } from '#web/format'

import { ReviewedEvidence } from './ReviewedEvidence.tsx'
import { Thread } from './Thread.tsx'

const Changes = lazyPart(() => import('./Changes.tsx'), 'Changes', 'h-32')

const STATES = {
  submitted: 'handed in',
  accepted: 'accepted',
  returned: 'returned',
  withdrawn: 'withdrawn',
} satisfies Record<Review['attempt']['state'], string>

/** Earlier attempts with their feedback, and the changes since. */
export const EarlierAttempts = ({ review }: { review: Review }) => {
  const { earlier, attempt, conversations } = review
  const [shown, setShown] = useState<string>()
  const last = earlier.at(-1)
  if (!last) return null
  const compared = earlier.findLast(({ state }) => state !== 'withdrawn')
  const open = (key: string) => (event: React.ToggleEvent<HTMLDetailsElement>) => {
    if (event.newState === 'open') setShown(key)
  }
  return (
    <div className="space-y-3">
      <h2 className="text-xl">Earlier attempts</h2>
      {compared ? (
        <details
          className="rounded-control border border-line px-4 py-3"
          onToggle={open('changes')}
        >
          <summary className="min-h-6 font-semibold">
            What changed since attempt {compared.number}
          </summary>
          <div className="pt-3">
            {shown === 'changes' ? (
              <Changes before={compared.blocks} after={attempt.blocks} />
            ) : null}
          </div>
        </details>
      ) : null}
      {earlier.toReversed().map((each) => {
        const events = conversations.find(({ attempt_id }) => attempt_id === each.id)?.events ?? []
        return (
          <details
            key={each.id}
            open={each === last}
            className="rounded-control border border-line px-4 py-3"
          >
            <summary className="min-h-6 font-semibold">
              Attempt {each.number}, {STATES[each.state]}{' '}
              <span className="font-normal text-muted">{dateOf(each.submitted_at)}</span>
            </summary>
            <div className="space-y-4 pt-3">
              <Thread attemptId={each.id} events={events} />
              {each.state === 'withdrawn' ? (
                <p className="text-muted">The learner has withdrawn this work.</p>
              ) : (
                <EarlierWork id={each.id} blocks={each.blocks} events={events} />
              )}
            </div>
          </details>
        )
      })}
    </div>
  )
}

type WorkProps = {
  id: string
  blocks: Review['attempt']['blocks']
  events: Review['conversations'][number]['events']
}

/** Long work from an earlier attempt loads on demand. */
const EarlierWork = ({ id, blocks, events }: WorkProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.newState === 'open')}>
      <summary className="link min-h-6">Show the work</summary>
      <div className="pt-3">
        {isOpen ? (
          <ReviewedEvidence
            id={id}
            blocks={blocks}
            annotations={events.flatMap(({ annotations }) => annotations)}
          />
        ) : null}
      </div>
    </details>
  )
}
