import Check from 'lucide-react/icons/check'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Library from 'lucide-react/icons/library'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type Ref, useState } from 'react'

import type { Review } from '#contract/reviews'
import { Alert, Button, Textarea } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { CommentBank } from './CommentBank.tsx'
import { fillPlaceholders } from './labels.ts'
import { PinList } from './PinList.tsx'
import { reviews } from './queries.ts'
import {
  sharesOf,
  type Correction,
  correctionOf,
  isReady,
  SubjectShares,
} from './SubjectShares.tsx'
import type { FeedbackHandle } from './use-feedback.ts'

const SAVED = {
  idle: '',
  saving: 'Saving …',
  saved: 'Saved',
  failed:
    'Not saved yet: your feedback is stored in this browser and will be saved when you continue.',
  conflict: '',
} satisfies Record<FeedbackHandle['status'], string>

type Props = {
  review: Review
  feedback: FeedbackHandle
  comment: Ref<HTMLTextAreaElement>
  decide: ReturnType<typeof useDecide>
}

/** Sends a decision. On failure, saves the feedback draft on the server. */
export const useDecide = (
  review: Review,
  feedback: FeedbackHandle,
  onDecided: (decision: 'accepted' | 'returned', undoUntil: string | null) => void,
) => {
  const [correction, setCorrection] = useState<Correction>()
  const [isMissing, setIsMissing] = useState(false)
  const sending = useApiMutation(reviews.decide, {
    onSuccess: ({ undo_until }, { body: { decision } }) => {
      feedback.discard()
      onDecided(decision, undo_until)
    },
  })
  const send = (decision: 'accepted' | 'returned') => {
    if (sending.isPending) return
    const { comment, annotations, met } = feedback
    setIsMissing(decision === 'returned' && comment.trim() === '')
    if (decision === 'returned' && comment.trim() === '') return
    if (decision === 'accepted' && correction && !isReady(correction)) return
    const corrected =
      decision === 'accepted' && correction
        ? { subjects: sharesOf(correction), subjects_because: correction.because }
        : {}
    sending.mutate(
      { params: { id: review.id }, body: { decision, comment, annotations, met, ...corrected } },
      { onError: () => void feedback.save() },
    )
  }
  return { send, sending, correction, setCorrection, isMissing }
}

/** Pinned comments, and the subjects if the reviewer corrects them. */
export const FeedbackDetails = ({
  review,
  feedback,
  decide: { correction, setCorrection },
}: Omit<Props, 'comment'>) => (
  <>
    <PinList attemptId={review.id} annotations={feedback.annotations} onRemove={feedback.unpin} />
    {correction ? (
      <fieldset className="rounded-control border border-line p-4">
        <legend className="px-1 font-semibold">Subjects of this piece</legend>
        <SubjectShares correction={correction} onChange={setCorrection} />
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          onClick={() => setCorrection(undefined)}
        >
          Keep the task’s subjects
        </Button>
      </fieldset>
    ) : (
      <Button
        variant="quiet"
        size="small"
        onClick={() => setCorrection(correctionOf(review.task.subjects))}
      >
        Correct the subjects
      </Button>
    )}
  </>
)

/** The comment and the decision, at the bottom of the window however long the work is. */
export const DecisionBar = ({ review, feedback, comment, decide }: Props) => {
  const [isBankOpen, setIsBankOpen] = useState(false)
  const { send, sending, correction, isMissing } = decide
  const ask = useApiMutation(reviews.ask, { onSuccess: () => feedback.write('') })
  const about = { first_name: review.learner.first_name, task: review.task.title }
  const insert = (words: string) => {
    const filled = fillPlaceholders(words, about)
    feedback.write(feedback.comment === '' ? filled : `${feedback.comment}\n\n${filled}`)
    setIsBankOpen(false)
  }
  const error = sending.error ?? ask.error
  return (
    <section
      aria-label="Your decision"
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] z-20 mt-6 rounded-card border border-line bg-surface p-3 shadow-over max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:p-4"
    >
      {error ? (
        <div className="mb-2">
          <Alert tone="danger" role="alert" title={messageOf(error)} />
        </div>
      ) : null}
      <div className="flex flex-col gap-x-6 gap-y-2 lg:flex-row lg:items-end">
        <div className="min-w-0 grow">
          <Textarea
            ref={comment}
            id="comment"
            compact
            rows={2}
            label={`Your feedback to ${review.learner.first_name}`}
            error={isMissing ? 'Please say what to work on.' : undefined}
            value={feedback.comment}
            maxLength={5000}
            placeholder="One to three points help most"
            onChange={(event) => feedback.write(event.target.value)}
            onKeyDown={(event) => {
              // Returns focus to where the decision shortcuts work.
              if (event.key === 'Escape' && !event.nativeEvent.isComposing)
                event.currentTarget.blur()
            }}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 lg:max-w-110">
          <Button
            icon={<Check aria-hidden size={18} />}
            busy={sending.isPending}
            disabled={correction !== undefined && !isReady(correction)}
            onClick={() => send('accepted')}
          >
            Accept
          </Button>
          <Button
            variant="secondary"
            icon={<CornerUpLeft aria-hidden size={18} />}
            busy={sending.isPending}
            onClick={() => send('returned')}
          >
            Return
          </Button>
          <Button
            variant="quiet"
            icon={<MessageCircle aria-hidden size={18} />}
            busy={ask.isPending}
            disabled={feedback.comment.trim() === ''}
            onClick={() =>
              ask.mutate({ params: { id: review.id }, body: { words: feedback.comment } })
            }
          >
            Comment<span className="max-sm:visually-hidden"> without deciding</span>
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<Library aria-hidden size={16} />}
            onClick={() => setIsBankOpen(true)}
          >
            Comment bank
          </Button>
          <p role="status" className="text-sm text-muted">
            {SAVED[feedback.status]}
          </p>
        </div>
      </div>
      <CommentBank
        open={isBankOpen}
        onClose={() => setIsBankOpen(false)}
        comment={feedback.comment}
        onChoose={insert}
      />
    </section>
  )
}
