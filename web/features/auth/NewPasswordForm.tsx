import { Link } from 'react-router'

import { ResetPassword } from '#contract/auth'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { PasswordField } from '#ui/password-field'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'
import { paths } from '#web/paths'

import { auth } from './auth.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export const NewPasswordForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const { form, submit, field, summary, sending } = useAppForm({
    schema: ResetPassword,
    defaultValues: { token },
    labels: { password: 'Password' },
    save: async (body) => {
      await auth.resetPassword({ body })
      onDone()
    },
    explain: (error) => messageOf(error, 'The password could not be changed. Please try again.'),
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
