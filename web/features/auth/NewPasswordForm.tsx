import { Link } from 'react-router'

import { ResetPassword } from '#contract/auth'
import { paths } from '#contract/paths'
import { PasswordField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

import { auth } from './auth.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export const NewPasswordForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const { form, field, frame } = useAppForm({
    schema: ResetPassword,
    defaultValues: { token },
    labels: { password: 'Password' },
    save: async (body) => {
      await auth.resetPassword({ body })
      onDone()
    },
    failed: 'The password could not be changed. Please try again.',
  })
  return (
    <ChangeForm
      {...frame}
      className="mt-8 space-y-5"
      action="Save the new password"
      size="large"
      isWide
      below={
        <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
          Ask for a new link
        </Link>
      }
    >
      <PasswordField {...field('password')} autoComplete="new-password" />
      <PasswordStrength password={form.watch('password') ?? ''} />
    </ChangeForm>
  )
}
