import { Link, useNavigate } from 'react-router'

import { Acceptance, type Invitation } from '#contract/invitations'
import { paths } from '#contract/paths'
import { PasswordField, TextField, toast } from '#ui'
import { PasswordStrength, useSignInWith } from '#views/auth'
import { useIdempotencyKey } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { invitations } from './queries.ts'

type Props = {
  token: string
  invitation: Pick<Invitation, 'email' | 'role' | 'first_name' | 'last_name'>
}

const START = {
  parent: paths.parentDashboard,
  advisor: paths.advisor,
  educator: paths.advisor,
  admin: paths.admin,
  observer: paths.dashboard,
} as const satisfies Record<Invitation['role'], string>

export const AcceptForm = ({ token, invitation }: Props) => {
  const { email, role, first_name, last_name } = invitation
  const enter = useSignInWith()
  const navigate = useNavigate()
  const withKey = useIdempotencyKey()
  const { form, field, frame } = useAppForm({
    schema: Acceptance,
    defaultValues: { first_name, last_name },
    labels: { first_name: 'First name', last_name: 'Last name', password: 'Password' },
    save: async (body) => {
      const params = { token }
      const reply = await withKey((idempotencyKey) =>
        invitations.acceptInvitation({ params, body }, { idempotencyKey }),
      )
      enter(reply)
      toast.success('Account created successfully!')
      await navigate(START[role], { replace: true })
    },
    failed: 'The account could not be created. Please try again.',
  })
  return (
    <ChangeForm {...frame} method="post" action="Create account" size="large" isWide>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <PasswordField {...field('password')} autoComplete="new-password" />
      <PasswordStrength password={form.watch('password') ?? ''} />
      <p className="text-sm text-muted">
        By creating an account you accept the{' '}
        <Link to={paths.terms} target="_blank" className="link">
          Terms of Service
        </Link>{' '}
        and the{' '}
        <Link to={paths.privacy} target="_blank" className="link">
          Privacy Policy
        </Link>
        .
      </p>
    </ChangeForm>
  )
}
