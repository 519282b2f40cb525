import { useState } from 'react'

import { PasswordChange } from '#contract/auth'
import { PasswordField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

import { auth } from './auth.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export const PasswordForm = () => {
  const [changed, setChanged] = useState(false)
  const { form, field, frame } = useAppForm({
    schema: PasswordChange,
    labels: { current_password: 'Current password', password: 'New password' },
    save: async (body) => {
      setChanged(false)
      await auth.changePassword({ body })
      form.reset({ current_password: '', password: '' })
      setChanged(true)
    },
    failed: 'Your password could not be changed. Please try again.',
  })
  const password = form.watch('password') ?? ''
  return (
    <ChangeForm
      {...frame}
      action="Change password"
      beside={
        <p role="status" className="font-medium text-success">
          {changed ? 'Your password has been changed.' : ''}
        </p>
      }
    >
      <PasswordField {...field('current_password')} autoComplete="current-password" />
      <PasswordField {...field('password')} autoComplete="new-password" />
      {password ? <PasswordStrength password={password} /> : null}
    </ChangeForm>
  )
}
