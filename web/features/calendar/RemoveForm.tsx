import { useState } from 'react'

import type { SERIES_SCOPES } from '#contract/calendar'
import { Alert, Button, RadioCards, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import type { DisplayedItem } from './labels.ts'
import { calendar } from './queries.ts'

export type Part = (typeof SERIES_SCOPES)[number]

export const PARTS = [
  { value: 'this', label: 'Only this event' },
  { value: 'following', label: 'This and all later events' },
  { value: 'all', label: 'All events' },
] as const satisfies readonly { value: Part; label: string }[]

/** Confirms the removal of an event; for a series, asks which occurrences. */
export const RemoveForm = ({ item, onDone }: { item: DisplayedItem; onDone: () => void }) => {
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
          legend="This event repeats. Which events should be removed?"
          name="remove-part"
          options={PARTS.map((each) => ({ ...each, checked: each.value === part }))}
          onChange={({ target }) => setPart(target.value as Part)}
        />
      ) : (
        <p>
          It will be removed from your calendar
          {event.with ? ` and from the calendar of ${event.with}` : ''}.
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
                toast.success(`“${item.title}” has been removed`)
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
