import { useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, Button } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import type { JustDecided } from './filters.ts'
import { reviews } from './queries.ts'

const secondsLeft = (until: string) => Math.ceil((Date.parse(until) - Date.now()) / 1000)

/** Undoes a decision and returns to the submission, which is refetched: its feedback is a draft again. */
export const useUndo = (search: string) => {
  const navigate = useNavigate()
  const cache = useQueryClient()
  return useApiMutation(reviews.undoDecision, {
    onSuccess: async ({ id }) => {
      await navigate(`${paths.review(id)}?${search}`)
      await cache.resetQueries({ queryKey: reviews.getReview.id })
    },
  })
}

type Props = { decided: JustDecided; undo: ReturnType<typeof useUndo> }

/** Shows the last decision while it can be undone. */
export const UndoBar = ({ decided, undo }: Props) => {
  const [left, setLeft] = useState(() => secondsLeft(decided.undoUntil))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(decided.undoUntil)), 1000)
    return () => clearInterval(timer)
  }, [decided.undoUntil])
  const what = `“${decided.task}” by ${decided.name}`
  return (
    // Over the page, which does not move when it comes and goes.
    <div
      className="fixed inset-x-4 top-[calc(var(--top-bar)+8px)] z-30 mx-auto w-fit max-w-160"
      role="status"
    >
      {left > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-success bg-success-soft px-4 py-2 shadow-over">
          <p>
            {what} is {decided.decision}. <span aria-hidden>{left} s</span>
          </p>
          <Button
            variant="secondary"
            size="small"
            busy={undo.isPending}
            icon={<Undo2 aria-hidden size={16} />}
            onClick={() => undo.mutate({ params: { id: decided.id } })}
          >
            Undo
          </Button>
        </div>
      ) : null}
      {undo.isError ? <Alert tone="danger" role="alert" title={messageOf(undo.error)} /> : null}
    </div>
  )
}
