import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'
import { Alert, Button, ButtonLink } from '#ui'
import { useAuth } from '#views/auth'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'
import { mayEnter } from '#web/guards'

import { SCOPE_WORDS } from './labels.ts'
import { guardians, useRefetchChildren } from './queries.ts'

type Props = {
  token: string
  invitation: { email: string; scopes: readonly GuardianScope[]; expires_at: string }
}

/** Permissions offered to an invited adult, and the button to accept. */
export const AcceptGuardian = ({ token, invitation: { email, scopes, expires_at } }: Props) => (
  <>
    <ul className="mt-3 mb-6 list-disc space-y-1 pl-5">
      {scopes.map((scope) => (
        <li key={scope}>{SCOPE_WORDS[scope]}</li>
      ))}
    </ul>
    <Accept token={token} email={email} />
    <p className="mt-6 text-sm text-muted">
      The link works until {dateOf(expires_at)}. The family can see a record of what you read.
    </p>
  </>
)

/** Accepts with the signed-in account, or explains how to sign in. */
const Accept = ({ token, email }: { token: string; email: string }) => {
  const { user } = useAuth()
  const navigate = useNavigate()
  const refetchChildren = useRefetchChildren()
  const accept = useApiMutation(guardians.acceptGuardianInvitation, {
    onSuccess: async ({ learner_id }) => {
      await refetchChildren()
      if (user && mayEnter(paths.parentDashboard, user)) navigate(paths.child(learner_id))
    },
  })
  if (!user) {
    return (
      <div className="space-y-4">
        <p>
          Sign in with the account for this address, or register with it as a parent or guardian.
          Then open the link again.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.login}>Sign in</ButtonLink>
          <ButtonLink variant="secondary" to={paths.register}>
            Create account
          </ButtonLink>
        </div>
      </div>
    )
  }
  if (accept.data) {
    return (
      <Alert tone="success" role="status" title="You have been linked">
        The Family Dashboard is for parent accounts. Ask an admin to change yours to one.
      </Alert>
    )
  }
  return (
    <div className="space-y-4">
      {accept.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(accept.error)}
        </Alert>
      ) : null}
      {user.email === email ? null : (
        <Alert tone="warning">
          You are signed in as {user.email}. The invitation is for {email}.
        </Alert>
      )}
      <Button busy={accept.isPending} onClick={() => accept.mutate({ params: { token } })}>
        Accept
      </Button>
    </div>
  )
}
