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
  asShares,
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
  failed: 'Not saved yet: kept in this browser, and tried again when you continue.',
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
    const { comment, annotations } = feedback
    setIsMissing(decision === 'returned' && comment.trim() === '')
    if (decision === 'returned' && comment.trim() === '') return
    if (decision === 'accepted' && correction && !isReady(correction)) return
    const corrected =
      decision === 'accepted' && correction
        ? { subjects: asShares(correction), subjects_because: correction.because }
        : {}
    sending.mutate(
      { params: { id: review.id }, body: { decision, comment, annotations, ...corrected } },
      { onError: () => void feedback.save() },
    )
  }
  return { send, sending, correction, setCorrection, isMissing }
}

/** Feedback form and decision buttons. */
export const FeedbackPanel = ({ review, feedback, comment, decide }: Props) => {
  const [isBankOpen, setIsBankOpen] = useState(false)
  const { send, sending, correction, setCorrection, isMissing } = decide
  const ask = useApiMutation(reviews.ask, { onSuccess: () => feedback.write('') })
  const about = { first_name: review.learner.first_name, task: review.task.title }
  const insert = (words: string) => {
    const filled = fillPlaceholders(words, about)
    feedback.write(feedback.comment === '' ? filled : `${feedback.comment}\n\n${filled}`)
    setIsBankOpen(false)
  }
  const error = sending.error ?? ask.error
  return (
    <>
      <PinList attemptId={review.id} annotations={feedback.annotations} onRemove={feedback.unpin} />
      <div>
        <Textarea
          ref={comment}
          id="comment"
          label={`What you say to ${review.learner.first_name}`}
          hint="One to three things help most. A return needs a comment."
          error={isMissing ? 'Please say what to work on.' : undefined}
          optional
          value={feedback.comment}
          maxLength={5000}
          onChange={(event) => feedback.write(event.target.value)}
          onKeyDown={(event) => {
            // Returns focus to where the decision shortcuts work.
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur()
          }}
        />
        <p role="status" className="mt-1 min-h-5 text-sm text-muted">
          {SAVED[feedback.status]}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          icon={<Library aria-hidden size={16} />}
          onClick={() => setIsBankOpen(true)}
        >
          Comment bank
        </Button>
        {correction ? null : (
          <Button
            variant="quiet"
            size="small"
            onClick={() => setCorrection(correctionOf(review.task.subjects))}
          >
            Correct the subjects
          </Button>
        )}
      </div>
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
            Leave the task’s subjects
          </Button>
        </fieldset>
      ) : null}
      {/* Sticky, so that it stays in reach below a long task and rubric. */}
      <div className="sticky bottom-[var(--bottom-bar)] z-10 -mx-1 flex flex-wrap gap-2 bg-surface px-1 py-3 lg:bottom-0">
        {error ? (
          <div className="w-full">
            <Alert tone="danger" role="alert" title={messageOf(error)} />
          </div>
        ) : null}
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
          Discuss, without deciding
        </Button>
      </div>
      <CommentBank
        open={isBankOpen}
        onClose={() => setIsBankOpen(false)}
        comment={feedback.comment}
        onChoose={insert}
      />
    </>
  )
}
