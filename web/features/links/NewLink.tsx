import { type FormEvent, type ReactNode, useId, useState } from 'react'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { ApiError, messageOf } from '#web/api'

const DAYS = [
  { value: '7', label: 'One week' },
  { value: '30', label: 'One month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'One year' },
]

type Wanted = { label: string; days: number; idempotencyKey: string }

type NewLinkProps = {
  add: {
    mutate: (wanted: Wanted, then: { onSuccess: () => void; onSettled: () => void }) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
  /** What else is to be chosen. */
  children?: ReactNode
}

/** Makes a link for one person, which ends by itself. */
export const NewLink = ({ add, children }: NewLinkProps) => {
  const id = useId()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState('30')
  // One key for every try of one link.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { label, days: Number(days), idempotencyKey },
      {
        onSuccess: () => {
          setLabel('')
          toast.success('The link is ready to copy')
        },
        onSettled: () => setKey(crypto.randomUUID()),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id={`${id}-label`}
          label="Whom it is for"
          hint="Only you see this"
          error={fields.label}
          value={label}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
        <Select
          id={`${id}-days`}
          label="It works for"
          hint="You can end it earlier"
          error={fields.days}
          value={days}
          options={DAYS}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {children}
      {add.isError && !fields.label && !fields.days ? (
        <Alert tone="danger" role="alert">
          {messageOf(add.error)}
        </Alert>
      ) : null}
      <Button type="submit" variant="secondary" busy={add.isPending}>
        Make a link
      </Button>
    </form>
  )
}
