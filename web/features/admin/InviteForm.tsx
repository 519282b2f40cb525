import { NewInvitation } from '#contract/invitations'
import { INVITED_ROLES, ROLE_NAMES } from '#rules/membership'
import { Select, TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { invitations } from './queries.ts'

const ROLE_OPTIONS = INVITED_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

const EMPTY = { email: '', first_name: '', last_name: '', role: 'advisor' as const }

export const InviteForm = () => {
  const invite = useApiMutation(invitations.invite)
  const { form, field, frame } = useAppForm({
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
      await invite.mutateAsync({ body })
      form.reset(EMPTY)
      toast.success(`The invitation to ${body.email} is on its way`)
    },
    failed: 'The invitation could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} action="Send invitation">
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
    </ChangeForm>
  )
}
