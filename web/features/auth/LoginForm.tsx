import { useState } from 'react'
import { Link } from 'react-router'

import { Login, type LoginReply, type SecondFactorAsked } from '#contract/auth'
import { paths } from '#contract/paths'
import { PasswordField, TextField, toast } from '#ui'
import { SchoolButton } from '#views/school-sign-in'
import { PasskeyButton, SecondStep } from '#views/second-factor'
import { statusOf } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { auth, useSignInWith } from './auth.ts'
import { loginFailure } from './failures.ts'
import { useAfterSignIn } from './welcome.ts'

export const LoginForm = () => {
  const enter = useSignInWith()
  const welcome = useAfterSignIn()
  const [asked, setAsked] = useState<SecondFactorAsked['second_factor']>()
  const goOn = (reply: LoginReply) => toast.success(welcome(enter(reply)))
  const { field, frame } = useAppForm({
    schema: Login,
    labels: { email: 'Email', password: 'Password' },
    save: async (body) => {
      const reply = await auth.login({ body })
      if ('second_factor' in reply) setAsked(reply.second_factor)
      else goOn(reply)
    },
    explain: (error) => {
      const words = loginFailure(error)
      if ((statusOf(error) ?? 0) >= 500) toast.error(words)
      return words
    },
  })
  if (asked) {
    return <SecondStep asked={asked} onSignedIn={goOn} onStartAgain={() => setAsked(undefined)} />
  }
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
