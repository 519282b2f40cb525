import { useState } from 'react'

import { PasswordChange } from '#contract/auth'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { PasswordField } from '#ui/password-field'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'

import { auth } from './auth.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export const PasswordForm = () => {
  const [changed, setChanged] = useState(false)
  const { form, submit, field, summary, sending } = useAppForm({
    schema: PasswordChange,
    labels: { current_password: 'Current password', password: 'New password' },
    save: async (body) => {
      setChanged(false)
      await auth.changePassword({ body })
      form.reset({ current_password: '', password: '' })
      setChanged(true)
    },
    explain: (error) => messageOf(error, 'Your password could not be changed. Please try again.'),
  })
  const password = form.watch('password') ?? ''
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <PasswordField {...field('current_password')} autoComplete="current-password" />
      <PasswordField {...field('password')} autoComplete="new-password" />
      {password ? <PasswordStrength password={password} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" {...sending}>
          Change password
        </Button>
        <p role="status" className="font-medium text-success">
          {changed ? 'Your password is changed.' : ''}
        </p>
      </div>
    </form>
  )
}
