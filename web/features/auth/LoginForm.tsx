import { Link } from 'react-router'

import { Login } from '#contract/auth'
import { paths } from '#contract/paths'
import { PasswordField, TextField, toast } from '#ui'
import { SchoolButton } from '#views/school-sign-in'
import { PasskeyButton } from '#views/second-factor'
import { statusOf } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { auth } from './auth.ts'
import { loginFailure } from './failures.ts'
import { usePasswordSignIn } from './use-password-sign-in.tsx'

export const LoginForm = () => {
  const { goOn, secondStep } = usePasswordSignIn()
  const { field, frame } = useAppForm({
    schema: Login,
    labels: { email: 'Email', password: 'Password' },
    save: async (body) => goOn(await auth.login({ body })),
    explain: (error) => {
      const words = loginFailure(error)
      if ((statusOf(error) ?? 0) >= 500) toast.error(words)
      return words
    },
  })
  if (secondStep) return secondStep
  return (
    <ChangeForm
      {...frame}
      method="post"
      action={frame.sending.busy ? 'Signing in...' : 'Sign in'}
      size="large"
      isWide
      below={
        <>
          <PasskeyButton onSignedIn={goOn} />
          <SchoolButton />
        </>
      }
    >
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
        Forgot your password?
      </Link>
    </ChangeForm>
  )
}
