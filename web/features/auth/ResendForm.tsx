import { Alert, TextField } from '#ui'
import { ChangeForm } from '#web/form'

import { useEmailForm } from './email-form.ts'

/** For visits without navigation state: a reloaded tab, an old bookmark. */
export const ResendForm = () => {
  const { field, sentTo, frame } = useEmailForm('resendVerification')
  if (sentTo) {
    return (
      <Alert tone="success" role="status">
        If {sentTo} still needs to be confirmed, we have sent a new message.
      </Alert>
    )
  }
  return (
    <ChangeForm {...frame} action="Send the message again">
      <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" />
    </ChangeForm>
  )
}
