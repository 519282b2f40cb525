import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { hoursElsewhere } from '#rules/tutor'
import { Button, Dialog, QueryView, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ownTimeZone } from '#web/format'

import { messages } from './queries.ts'

const USUAL = { from: '21:00', to: '07:00' }

type Props = { onClose: () => void }

/** Quiet hours for message notifications. */
export const QuietHours = ({ onClose }: Props) => (
  <Dialog open title="Quiet hours" onClose={onClose}>
    <QueryView query={useQuery(messages.getQuietHours.query())} what="your quiet hours">
      {({ quiet_hours }) => <Hours hours={quiet_hours} onClose={onClose} />}
    </QueryView>
  </Dialog>
)

type Stored = { from: string; to: string; time_zone: string }
type HoursProps = Props & { hours: Stored | null }

/** Stored hours as clocks here show them. */
const hoursHere = ({ time_zone: zone, ...hours }: Stored) => {
  const { from, to } = hoursElsewhere(hours, new Date(), { zone, elsewhere: ownTimeZone() })
  // A time input has no 24:00.
  return { from, to: to === '24:00' ? '00:00' : to }
}

const Hours = ({ hours, onClose }: HoursProps) => {
  const [{ from, to }, set] = useState(() => (hours ? hoursHere(hours) : USUAL))
  const change = useApiMutation(messages.setQuietHours, { onSuccess: onClose })
  const save = (quiet: { from: string; to: string } | null) => {
    change.mutate(
      { body: { quiet_hours: quiet && { ...quiet, time_zone: ownTimeZone() } } },
      { onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')) },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ from, to })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p>
        You will not be notified of messages during these hours. Messages still arrive, and you will
        be notified afterwards of any you have not read.
      </p>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          id="quiet-from"
          type="time"
          label="From"
          value={from}
          onChange={({ target }) => set({ from: target.value, to })}
        />
        <TextField
          id="quiet-to"
          type="time"
          label="To"
          value={to}
          onChange={({ target }) => set({ from, to: target.value })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {hours ? (
          <Button variant="secondary" busy={change.isPending} onClick={() => save(null)}>
            No quiet hours
          </Button>
        ) : null}
        <Button type="submit" busy={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
