import { Link } from 'react-router'

import { Login } from '#contract/auth'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { statusOf } from '#web/api'
import { useAppForm } from '#web/form'
import { paths } from '#web/paths'

import { useSignIn } from './auth.ts'
import { loginFailure } from './failures.ts'
import { useWelcome } from './welcome.ts'

export const LoginForm = () => {
  const signIn = useSignIn()
  const welcome = useWelcome()
  const { submit, field, summary, sending } = useAppForm({
    schema: Login,
    labels: { email: 'Email', password: 'Password' },
    save: async (body) => toast.success(welcome(await signIn(body))),
    explain: (error) => {
      const words = loginFailure(error)
      if ((statusOf(error) ?? 0) >= 500) toast.error(words)
      return words
    },
  })
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
      <PasswordField {...field('password')} autoComplete="current-password" />
      <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
        Forgot your password?
      </Link>
      <Button type="submit" size="large" {...sending} className="w-full">
        {sending.busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}
