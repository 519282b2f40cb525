import { LoginByName } from '#contract/auth'
import { PasswordField, TextField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

import { auth } from './auth.ts'
import { loginFailure } from './failures.ts'
import { usePasswordSignIn } from './use-password-sign-in.tsx'

export const LoginByNameForm = () => {
  const { goOn, secondStep } = usePasswordSignIn()
  const { field, frame } = useAppForm({
    schema: LoginByName,
    labels: { sign_in_name: 'Sign-in name', password: 'Password' },
    save: async (body) => goOn(await auth.loginByName({ body })),
    explain: loginFailure,
  })
  if (secondStep) return secondStep
  return (
    <ChangeForm
      {...frame}
      method="post"
      action={frame.sending.busy ? 'Signing in...' : 'Sign in'}
      size="large"
      isWide
    >
      <TextField
        {...field('sign_in_name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <p className="text-muted">
        Forgot your password? Your teacher or your family can give you a new link or a new card.
      </p>
    </ChangeForm>
  )
}
