import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { Setup } from '#contract/invitations'
import { paths } from '#contract/paths'
import { PasswordField, TextField, toast } from '#ui'
import { PasswordStrength, useSignInWith } from '#views/auth'
import { settings } from '#views/site'
import { useIdempotencyKey } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { invitations } from './queries.ts'

export const SetupForm = ({ token, email }: { token: string; email: string }) => {
  const enter = useSignInWith()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const withKey = useIdempotencyKey()
  const { form, field, frame } = useAppForm({
    schema: Setup,
    defaultValues: { email },
    labels: {
      site_name: 'Name of the site',
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      password: 'Password',
    },
    save: async (body) => {
      const reply = await withKey((idempotencyKey) =>
        invitations.setUp({ params: { token }, body }, { idempotencyKey }),
      )
      enter(reply)
      await cache.invalidateQueries(settings)
      toast.success(`${body.site_name} is ready`)
      await navigate(paths.admin, { replace: true })
    },
    failed: 'The site could not be set up. Please try again.',
  })
  return (
    <ChangeForm {...frame} method="post" action="Set up the site" size="large" isWide>
      <TextField
        {...field('site_name')}
        autoComplete="organization"
        hint="Your school’s name, for example. It appears on every page and in every email."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        hint="Check it carefully: anyone who can read its email can reset the password."
      />
      <PasswordField {...field('password')} autoComplete="new-password" />
      <PasswordStrength password={form.watch('password') ?? ''} />
    </ChangeForm>
  )
}
