import { Alert, TextField } from '#ui'
import { ChangeForm } from '#web/form'

import { useEmailForm } from './email-form.ts'
import { MailboxLink } from './MailboxLink.tsx'

export const ForgotPasswordForm = () => {
  const { field, sentTo, frame } = useEmailForm('forgotPassword')
  if (sentTo) {
    return (
      <div className="space-y-5">
        <Alert tone="success" role="status" title="Check your inbox">
          If there is an account for {sentTo}, we have sent it a link. It works once and for a
          limited time.
        </Alert>
        <MailboxLink />
      </div>
    )
  }
  return (
    <ChangeForm {...frame} method="post" action="Send the link" size="large" isWide>
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
    </ChangeForm>
  )
}
