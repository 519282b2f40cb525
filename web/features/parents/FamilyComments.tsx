import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useId, useState } from 'react'

import type { FamilyComment } from '#contract/reviews'
import { Alert, Button, Textarea } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { isAnswerLink } from '#web/browser'
import { dateOf } from '#web/format'

import { reviews } from './queries.ts'

type Props = { attemptId: string; taskTitle: string; comments: readonly FamilyComment[] }

const WELL_DONE = 'Well done!'

/** The guardian's comments on a piece of work; the child and the advisor see them. */
export const FamilyComments = ({ attemptId, taskTitle, comments }: Props) => {
  const id = useId()
  const [isWriting, setIsWriting] = useState(() => isAnswerLink(attemptId))
  const [words, setWords] = useState('')
  const send = useApiMutation(reviews.commentAsFamily, {
    onSuccess: () => {
      setWords('')
      setIsWriting(false)
    },
  })
  const say = (text: string) => send.mutate({ params: { id: attemptId }, body: { words: text } })
  return (
    <div className="space-y-3">
      {comments.length > 0 ? (
        <ul className="space-y-2">
          {comments.map(({ words: said, created_at }) => (
            <li key={created_at} className="rounded-control bg-sunk px-3 py-2">
              <span className="whitespace-pre-line">{said}</span>{' '}
              <span className="text-sm text-muted">You, {dateOf(created_at)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {send.isError ? <Alert tone="danger" role="alert" title={messageOf(send.error)} /> : null}
      {isWriting ? (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (words.trim() !== '') say(words.trim())
          }}
        >
          <Textarea
            id={id}
            label="Your words or question"
            // Opened to write.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            hint="Your child and the teacher will see it."
            value={words}
            maxLength={1000}
            rows={3}
            onChange={(event) => setWords(event.target.value)}
          />
          <div className="flex gap-2">
            <Button type="submit" size="small" busy={send.isPending} disabled={words.trim() === ''}>
              Send
            </Button>
            <Button size="small" variant="quiet" onClick={() => setIsWriting(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          {comments.some(({ words: said }) => said === WELL_DONE) ? null : (
            <Button
              variant="secondary"
              size="small"
              icon={<Heart aria-hidden size={18} />}
              busy={send.isPending}
              onClick={() => say(WELL_DONE)}
            >
              Say “Well done!”<span className="visually-hidden"> about {taskTitle}</span>
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            icon={<MessageCircle aria-hidden size={18} />}
            onClick={() => setIsWriting(true)}
          >
            Ask or write<span className="visually-hidden"> about {taskTitle}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
