import { useState } from 'react'

import { FriendRequest } from '#contract/connections'
import { Alert, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { connections } from './queries.ts'

/** Sends a connection request by email address: anyone who knows the address knows the person. */
export const AskForm = () => {
  const [said, setSaid] = useState<string>()
  const ask = useApiMutation(connections.requestFriend)
  const { form, field, frame } = useAppForm({
    schema: FriendRequest,
    idPrefix: 'ask-',
    defaultValues: { email: '' },
    labels: { email: 'Email' },
    save: async (body) => {
      setSaid(undefined)
      const { message } = await ask.mutateAsync({ body })
      form.reset({ email: '' })
      setSaid(message)
    },
    failed: 'Your request could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="mt-4 space-y-4" action="Send request">
      {said ? (
        <Alert tone="success" role="status">
          {said}
        </Alert>
      ) : null}
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        hint="The address your friend signs in with. We do not say whether it belongs to an account."
      />
    </ChangeForm>
  )
}
