import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'

import { taskPath } from '#contract/paths'
import { Button, ProgressBar, toast } from '#ui'
import { connection, messageOf, statusOf, useApiMutation } from '#web/api'
import { isForLater } from '#web/drafts'

import {
  type QueuedSubmission,
  markAllAsWaiting,
  sendDraft,
  sendFiles,
  cancelSubmission,
  useQueuedSubmissions,
} from './queued-submissions.ts'

/** Seconds to review a submission made offline before it is sent. */
const PAUSE_SECONDS = 10

/** Submissions made offline, on every page: each is sent once, after a delay for review. */
export const QueuedSubmissions = () => {
  const waiting = useQueuedSubmissions().filter(({ hasWaited }) => hasWaited)
  useEffect(markAllAsWaiting, [])
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway, () => false)
  if (waiting.length === 0 || isAway) return null
  return (
    <section
      aria-label="Work being handed in"
      className="no-print fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-40 ml-auto max-w-96 space-y-3"
    >
      {waiting.map((handIn) => (
        <Sending key={handIn.taskId} handIn={handIn} />
      ))}
    </section>
  )
}

const Sending = ({ handIn }: { handIn: QueuedSubmission }) => {
  const [share, setShare] = useState(0)
  const [left, setLeft] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const navigate = useNavigate()
  const { taskId, taskTitle, questId } = handIn
  const submit = useApiMutation(sendDraft, {
    onSuccess: (outcome) => {
      if (outcome) toast.success(`“${taskTitle}” has been handed in`)
    },
  })
  const failed = (error: unknown) => {
    // Stays in the queue until the network returns.
    if (statusOf(error) === 0) toast(`“${taskTitle}” is waiting for a connection`)
    if (isForLater(error)) return setProblem(messageOf(error))
    return toast.error(`“${taskTitle}” could not be handed in. ${messageOf(error)}`)
  }
  const finish = () => submit.mutate({ body: handIn }, { onError: failed })
  const latest = useRef({ finish, failed })
  useEffect(() => {
    latest.current = { finish, failed }
  })

  useEffect(() => {
    if (problem !== undefined) return
    sendFiles(handIn, setShare).then(
      () => setLeft(PAUSE_SECONDS),
      (error: unknown) => latest.current.failed(error),
    )
    // Identity is fixed while mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [taskId, problem])
  useEffect(() => {
    if (left === undefined) return undefined
    if (left === 0) return latest.current.finish()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-over">
      <p className="font-semibold">{taskTitle}</p>
      {problem !== undefined ? (
        <Failed
          problem={problem}
          onRetry={() => {
            setLeft(undefined)
            setProblem(undefined)
          }}
        />
      ) : left === undefined ? (
        <ProgressBar label={`Sending the files for ${taskTitle}`} value={share} className="mt-2" />
      ) : (
        <>
          <p role="status">
            {submit.isPending || left === 0
              ? 'Handing in…'
              : 'You are back online. This is about to be handed in.'}
          </p>
          {submit.isPending || left === 0 ? null : (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="small" onClick={() => setLeft(0)}>
                Hand in now ({left})
              </Button>
              <Button
                size="small"
                variant="secondary"
                onClick={() => {
                  cancelSubmission(taskId)
                  void navigate(taskPath(questId, taskId))
                }}
              >
                Check it first
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

const Failed = ({ problem, onRetry }: { problem: string; onRetry: () => void }) => (
  <>
    <p role="alert">This is not handed in yet. {problem}</p>
    <Button size="small" className="mt-3" onClick={onRetry}>
      Try again
    </Button>
  </>
)
