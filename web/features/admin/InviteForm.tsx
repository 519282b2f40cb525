import { useState } from 'react'

import { NewInvitation } from '#contract/invitations'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'

import { admin, useRefreshInvitations } from './queries.ts'
import { ROLE_NAMES } from './words.ts'

const ROLE_OPTIONS = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))

const EMPTY = { email: '', first_name: '', last_name: '', role: 'advisor' as const }

export const InviteForm = () => {
  const refresh = useRefreshInvitations()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const { form, submit, field, summary, sending } = useAppForm({
    schema: NewInvitation,
    idPrefix: 'invite-',
    defaultValues: EMPTY,
    labels: {
      email: 'Email',
      role: 'Role',
      first_name: 'First name',
      last_name: 'Last name',
    },
    save: async (body) => {
      await admin.invite({ body }, { idempotencyKey })
      setKey(crypto.randomUUID())
      form.reset(EMPTY)
      toast.success(`The invitation to ${body.email} is on its way`)
      await refresh()
    },
    explain: (error) => messageOf(error, 'The invitation could not be sent. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <Select {...field('role')} options={ROLE_OPTIONS} />
        <TextField {...field('first_name')} optional autoComplete="off" />
        <TextField {...field('last_name')} optional autoComplete="off" />
      </div>
      <Button type="submit" {...sending}>
        Send invitation
      </Button>
    </form>
  )
}
