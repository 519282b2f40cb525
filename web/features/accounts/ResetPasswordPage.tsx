import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { ResetPassword } from '#contract/accounts'
import { Alert } from '#ui/alert'
import { Button, ButtonLink } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { PageHeading } from '#ui/page-heading'
import { PasswordField } from '#ui/password-field'
import { useAppForm } from '#web/form'
import { paths } from '#web/paths'

import { accounts } from './auth.ts'
import { AuthPanel } from './AuthPanel.tsx'
import { failure } from './failures.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

const NewPasswordForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const { form, submit, field, summary, sending } = useAppForm({
    schema: ResetPassword,
    defaultValues: { token },
    labels: { password: 'Password' },
    save: async (body) => {
      await accounts.resetPassword({ body })
      onDone()
    },
    explain: failure('The password could not be changed. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      <FormErrorSummary {...summary} />
      <PasswordField {...field('password')} autoComplete="new-password" />
      <PasswordStrength password={form.watch('password') ?? ''} />
      <Button type="submit" size="large" {...sending} className="w-full">
        Save the new password
      </Button>
      <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
        Ask for a new link
      </Link>
    </form>
  )
}

const ResetPasswordPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const [done, setDone] = useState(false)
  if (!token) {
    return (
      <AuthPanel>
        <PageHeading title="Choose a new password">This link is not complete</PageHeading>
        <p className="mt-4 mb-6">
          Please open the link from the message again, or ask for a new one.
        </p>
        <ButtonLink to={paths.forgotPassword}>Ask for a new link</ButtonLink>
      </AuthPanel>
    )
  }
  if (done) {
    return (
      <AuthPanel>
        <PageHeading>Your password is changed</PageHeading>
        <div className="mt-4 mb-6">
          <Alert tone="success" role="status">
            Wherever you were signed in before, you are signed out now.
          </Alert>
        </div>
        <ButtonLink to={paths.login}>Sign in</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel>
      <PageHeading>Choose a new password</PageHeading>
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
    </AuthPanel>
  )
}

export default ResetPasswordPage
