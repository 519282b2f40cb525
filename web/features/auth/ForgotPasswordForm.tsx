import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'

import { useEmailForm } from './email-form.ts'
import { MailboxLink } from './MailboxLink.tsx'

export const ForgotPasswordForm = () => {
  const { submit, field, summary, sending, sentTo } = useEmailForm('forgotPassword')
  if (sentTo) {
    return (
      <div className="space-y-5">
        <Alert tone="success" role="status" title="Check your inbox">
          If {sentTo} has an account here, a link is on its way. It works once and for a limited
          time.
        </Alert>
        <MailboxLink />
      </div>
    )
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <Button type="submit" size="large" {...sending} className="w-full">
        Send the link
      </Button>
    </form>
  )
}
