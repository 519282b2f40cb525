import { Alert, TextField } from '#ui'
import { ChangeForm } from '#web/form'

import { useEmailForm } from './email-form.ts'

/** For visits without navigation state: a reloaded tab, an old bookmark. */
export const ResendForm = () => {
  const { field, sentTo, frame } = useEmailForm('resendVerification')
  if (sentTo) {
    return (
      <Alert tone="success" role="status">
        If {sentTo} is waiting to be confirmed, a new message is on its way.
      </Alert>
    )
  }
  return (
    <ChangeForm {...frame} action="Send the message again">
      <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" />
    </ChangeForm>
  )
}
