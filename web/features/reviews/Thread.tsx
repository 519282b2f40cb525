import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'

import type { FeedbackEvent } from '#contract/reviews'
import { VisuallyHidden } from '#ui'
import { dateFormat } from '#web/format'

import { EVENTS } from './labels.ts'
import { PinList } from './PinList.tsx'

const when = (at: string) =>
  dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

const LOOKS = {
  accepted: 'border-success bg-success-soft',
  returned: 'border-warning bg-warning-soft',
  reopened: 'border-warning bg-warning-soft',
  message: 'border-line bg-surface',
} satisfies Record<FeedbackEvent['kind'], string>

/** Pins are numbered across all feedback on an attempt. */
const pinsBefore = (events: readonly FeedbackEvent[], index: number) =>
  events.slice(0, index).reduce((sum, { annotations }) => sum + annotations.length, 0)

/** Criteria that the reviewer ticked, and those not yet. In words, never counted. */
const Findings = ({ findings }: Pick<FeedbackEvent, 'findings'>) =>
  findings === undefined || findings.length === 0 ? null : (
    <ul className="mt-2 space-y-1">
      {findings.map(({ criterion, met }) => (
        <li key={criterion} className="flex items-start gap-2">
          {met ? (
            <Check aria-hidden size={18} className="mt-1 shrink-0 text-success" />
          ) : (
            <Circle aria-hidden size={14} className="mx-0.5 mt-1.5 shrink-0 text-muted" />
          )}
          <span>
            <VisuallyHidden>{met ? 'Shown: ' : 'Not yet: '}</VisuallyHidden>
            {criterion}
          </span>
        </li>
      ))}
    </ul>
  )

type Props = { attemptId: string; events: readonly FeedbackEvent[] }

/** Feedback on a submission in chronological order. */
export const Thread = ({ attemptId, events }: Props) => (
  <ol className="space-y-3" aria-label="Feedback">
    {events.map((event, index) => (
      <li
        key={`${event.kind} ${event.at}`}
        className={`rounded-card border px-4 py-3 ${LOOKS[event.kind]} ${event.by === 'learner' ? 'ml-6' : 'mr-6'}`}
      >
        <p className="text-sm">
          <strong>{event.name}</strong> {EVENTS[event.kind]}
          <span className="text-muted"> · {when(event.at)}</span>
        </p>
        {event.words ? <p className="mt-1 whitespace-pre-line">{event.words}</p> : null}
        <Findings findings={event.findings} />
        {event.annotations.length > 0 ? (
          <div className="mt-2">
            <PinList
              attemptId={attemptId}
              from={pinsBefore(events, index)}
              annotations={event.annotations}
            />
          </div>
        ) : null}
      </li>
    ))}
  </ol>
)
