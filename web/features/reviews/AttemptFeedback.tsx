import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { Attempt } from '#contract/evidence'
import type { FeedbackThread } from '#contract/reviews'
import { Alert, Button, Textarea } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { reviews } from './queries.ts'
import { ReviewedEvidence } from './ReviewedEvidence.tsx'
import { Thread } from './Thread.tsx'

type Props = {
  questId: string
  attempt: Attempt
  /** Opens the answer box. */
  isAnswering: boolean
  /** Shown until the feedback has loaded. */
  before: ReactNode
  /** The submitted work. */
  children: ReactNode
}

/** Feedback for the learner: the conversation, and the work with pinned comments. */
export const AttemptFeedback = ({ questId, attempt, isAnswering, before, children }: Props) => {
  const query = useQuery(reviews.getFeedback.query({ params: { id: questId } }))
  if (!query.data) return before
  const conversation = query.data.items.find(({ attempt_id }) => attempt_id === attempt.id)
  if (!conversation || conversation.events.length === 0) {
    return (
      <>
        {attempt.state === 'submitted' && query.data.usual_wait ? (
          <p className="text-sm text-muted">{query.data.usual_wait}</p>
        ) : null}
        {before}
      </>
    )
  }
  const annotations = conversation.events.flatMap((event) => event.annotations)
  return (
    <>
      <Thread attemptId={attempt.id} events={conversation.events} />
      {conversation.events.some(({ by }) => by === 'advisor') ? (
        <AnswerForm conversation={conversation} isAnswering={isAnswering} />
      ) : null}
      {annotations.length > 0 ? (
        <ReviewedEvidence id={attempt.id} blocks={attempt.blocks} annotations={annotations} />
      ) : (
        children
      )}
    </>
  )
}

type AnswerProps = { conversation: FeedbackThread; isAnswering: boolean }

const AnswerForm = ({ conversation: { attempt_id, turn }, isAnswering }: AnswerProps) => {
  const [isOpen, setIsOpen] = useState(isAnswering)
  const [words, setWords] = useState('')
  const answer = useApiMutation(reviews.answer, {
    onSuccess: () => {
      setWords('')
      setIsOpen(false)
    },
  })
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          Answer
        </Button>
        {turn === 'advisor' ? (
          <p className="text-sm text-muted">Your advisor will read this next.</p>
        ) : null}
      </div>
    )
  }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') answer.mutate({ params: { id: attempt_id }, body: { words } })
      }}
    >
      <Textarea
        id={`answer-${attempt_id}`}
        label="Your answer"
        // Opened to write.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={words}
        maxLength={1000}
        rows={3}
        onChange={(event) => setWords(event.target.value)}
      />
      {answer.isError ? <Alert tone="danger" role="alert" title={messageOf(answer.error)} /> : null}
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={answer.isPending} disabled={words.trim() === ''}>
          Send
        </Button>
        <Button size="small" variant="quiet" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
