import { useState } from 'react'

import { Alert, Button, TextField, toast } from '#ui'
import { messageOf } from '#web/api'

import { usePlanDay } from './use-plan-day.ts'

type PlanDayFormProps = {
  learnerId: string
  questId: string
  title: string
  /** Empty for a quest without a planned day. */
  day: string
  onDone: () => void
}

/** Sets the planned day of a quest: the accessible alternative to dragging. */
export const PlanDayForm = ({ learnerId, questId, title, day, onDone }: PlanDayFormProps) => {
  const [chosen, setChosen] = useState(day)
  const plan = usePlanDay(learnerId)
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        plan.mutate(
          { questId, day: chosen || null },
          {
            onSuccess: () => {
              toast.success(chosen ? `“${title}” has a new day` : `“${title}” no longer has a day`)
              onDone()
            },
          },
        )
      }}
    >
      {plan.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(plan.error, 'The plan could not be saved. Please try again.')}
        </Alert>
      ) : null}
      <TextField
        id="plan-day"
        label="Day"
        optional
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button type="submit" busy={plan.isPending}>
        Save
      </Button>
    </form>
  )
}
