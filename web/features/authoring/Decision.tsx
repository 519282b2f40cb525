import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { paths } from '#contract/paths'
import { Button, Card, Textarea, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { authoring } from './queries.ts'

/** Approves a proposed quest, or returns it with a request for changes. */
export const Decision = ({ quest }: { quest: AuthoredQuest }) => {
  const { id, revision } = quest
  const navigate = useNavigate()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState<string>()
  const approve = useApiMutation(authoring.approveQuest, {
    replaces: ({ params }) => authoring.getAuthored.query({ params }).queryKey,
  })
  const giveBack = useApiMutation(authoring.giveQuestBack)
  const onError = (error: Error) => toast.error(messageOf(error))
  const sendBack = () => {
    if (comment.trim() === '') return setMissing('Please say what needs to change')
    return giveBack.mutate(
      { params: { id }, body: { revision, comment } },
      {
        onSuccess: () => {
          toast('The author will be told what to change.')
          void navigate(`${paths.authoredQuests}?show=waiting`)
        },
        onError,
      },
    )
  }
  return (
    <Card className="space-y-4" aria-labelledby="decision">
      <h2 id="decision" className="text-lg">
        This quest is waiting for approval
      </h2>
      <p className="max-w-text text-muted">
        Read it as a learner would. Once approved, every learner can find it
        {quest.version === null
          ? ''
          : '; learners already working on it can switch to the new version'}
        .
      </p>
      <Button
        busy={approve.isPending}
        onClick={() =>
          approve.mutate(
            { params: { id }, body: { revision } },
            { onSuccess: () => toast.success('The quest is published'), onError },
          )
        }
      >
        Approve and publish
      </Button>
      <details className="border-t border-line pt-2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Ask for changes</summary>
        <div className="space-y-3 pb-2">
          <Textarea
            id="comment"
            label="What should change?"
            value={comment}
            error={missing}
            maxLength={2000}
            rows={3}
            onChange={(event) => {
              setComment(event.target.value)
              setMissing(undefined)
            }}
          />
          <Button variant="secondary" busy={giveBack.isPending} onClick={sendBack}>
            Return to the author
          </Button>
        </div>
      </details>
    </Card>
  )
}
