import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'

import { useEmailForm } from './email-form.ts'

/** For someone who came without navigation state: a reloaded tab, an old bookmark. */
export const ResendForm = () => {
  const { submit, field, summary, sending, sentTo } = useEmailForm('resendVerification')
  if (sentTo) {
    return (
      <Alert tone="success" role="status">
        If {sentTo} is waiting to be confirmed, a new message is on its way.
      </Alert>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" />
      <Button type="submit" {...sending}>
        Send the message again
      </Button>
    </form>
  )
}
