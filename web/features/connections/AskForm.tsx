import { useState } from 'react'

import { FriendRequest } from '#contract/connections'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { connections } from './queries.ts'

/** Asks by address: whoever knows it knows the person. */
export const AskForm = () => {
  const [said, setSaid] = useState<string>()
  const ask = useChange(connections.requestFriend)
  const { form, submit, field, summary, sending } = useAppForm({
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
    explain: (error) => messageOf(error, 'Your request could not be sent. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="mt-4 space-y-4">
      <FormErrorSummary {...summary} />
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
        hint="The address your friend signs in with. You are not told whether it is known here."
      />
      <Button type="submit" {...sending}>
        Send request
      </Button>
    </form>
  )
}
