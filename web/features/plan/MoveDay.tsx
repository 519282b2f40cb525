import { useRef, useState } from 'react'

import type { PlanEntry } from '#contract/plan'
import { Alert, Button, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { getPlan, plan } from './queries.ts'

/** Lets a learner move the day of a quest that was given to their group. */
export const MoveDay = ({ learnerId, entry }: { learnerId: string; entry: PlanEntry }) => {
  const { quest_id, title, target_date } = entry
  const toggle = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [day, setDay] = useState(target_date ?? '')
  const move = useApiMutation(plan.movePlannedDay, {
    replaces: () => getPlan(learnerId).queryKey,
    onSuccess: () => {
      // Before the form with the focus disappears.
      toggle.current?.focus()
      setOpen(false)
      toast.success('The day has been moved')
    },
  })
  return (
    <>
      <Button
        ref={toggle}
        variant="quiet"
        size="small"
        className="mt-2"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Move the day<span className="visually-hidden"> of {title}</span>
      </Button>
      {open ? (
        <form
          className="mt-3 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            move.mutate({ params: { id: learnerId, quest_id }, body: { target_date: day } })
          }}
        >
          <TextField
            id={`move-${quest_id}`}
            label={`New day for ${title}`}
            type="date"
            required
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button type="submit" size="small" busy={move.isPending} disabled={day === ''}>
            Move
          </Button>
          {move.error ? (
            <Alert tone="danger" role="alert">
              {messageOf(move.error, 'The day could not be moved. Please try again.')}
            </Alert>
          ) : null}
        </form>
      ) : null}
    </>
  )
}
