import { useState } from 'react'

import type { Invitation } from '#contract/invitations'
import { ROLE_NAMES } from '#rules/membership'
import { Alert, Button, Chip, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { invitations } from './queries.ts'

export const OpenInvitation = ({ invitation }: { invitation: Invitation }) => {
  const { id, email, role, first_name, last_name, invited_by, expires_at } = invitation
  const [now] = useState(() => new Date().toISOString())
  const resend = useApiMutation(invitations.resendInvitation)
  const withdraw = useApiMutation(invitations.withdrawInvitation)
  const isOver = expires_at <= now
  const name = `${first_name} ${last_name}`.trim()
  const error = resend.error ?? withdraw.error
  return (
    <li className="rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">{email}</h3>
        <Chip>{ROLE_NAMES[role]}</Chip>
        {isOver ? <Chip tone="warning">Expired</Chip> : null}
      </div>
      <p className="mt-1 text-muted">
        {name ? <bdi>{`${name}, `}</bdi> : null}
        invited by <bdi>{invited_by ?? 'an admin'}</bdi>;{' '}
        {isOver ? 'the link expired on' : 'the link works until'} {dateOf(expires_at)}
      </p>
      {error ? (
        <div className="mt-3">
          <Alert tone="danger" role="alert">
            {messageOf(error)}
          </Alert>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={resend.isPending}
          aria-label={`Send again to ${email}`}
          onClick={() =>
            resend.mutate(
              { params: { id } },
              {
                onSuccess: () =>
                  toast.success('A new link is on its way; the old one no longer works'),
              },
            )
          }
        >
          Send again
        </Button>
        <Button
          variant="quiet"
          size="small"
          busy={withdraw.isPending}
          aria-label={`Withdraw the invitation to ${email}`}
          onClick={() =>
            withdraw.mutate(
              { params: { id } },
              {
                onSuccess: () => toast.success('The invitation has been withdrawn'),
              },
            )
          }
        >
          Withdraw
        </Button>
      </div>
    </li>
  )
}
