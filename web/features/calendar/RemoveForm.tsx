import { useState } from 'react'

import type { SERIES_PARTS } from '#contract/calendar'
import { Alert, Button, RadioCards, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import type { Shown } from './labels.ts'
import { calendar } from './queries.ts'

export type Part = (typeof SERIES_PARTS)[number]

export const PARTS = [
  { value: 'this', label: 'Only this one' },
  { value: 'following', label: 'This one and those after it' },
  { value: 'all', label: 'All of them' },
] as const satisfies readonly { value: Part; label: string }[]

/** Confirms the removal of an event; for a series, asks which occurrences. */
export const RemoveForm = ({ item, onDone }: { item: Shown; onDone: () => void }) => {
  const [part, setPart] = useState<Part>('this')
  const remove = useApiMutation(calendar.removeEvent)
  const { event } = item
  if (!event) return null
  return (
    <div className="space-y-4">
      {remove.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(remove.error, 'That could not be removed. Please try again.')}
        </Alert>
      ) : null}
      {event.recurrence ? (
        <RadioCards
          legend="This event repeats. Which ones are to be removed?"
          name="remove-part"
          options={PARTS.map((each) => ({ ...each, checked: each.value === part }))}
          onChange={({ target }) => setPart(target.value as Part)}
        />
      ) : (
        <p>
          It disappears from your calendar{event.with ? `, and from that of ${event.with}` : ''}.
        </p>
      )}
      <Button
        variant="danger"
        busy={remove.isPending}
        onClick={() =>
          remove.mutate(
            {
              params: { id: event.id },
              query: event.recurrence ? { part, occurrence: event.occurrence ?? undefined } : {},
            },
            {
              onSuccess: () => {
                toast.success(`“${item.title}” is removed`)
                onDone()
              },
            },
          )
        }
      >
        Remove
      </Button>
    </div>
  )
}
