import { useQuery } from '@tanstack/react-query'

import type { Guardian } from '#contract/guardians'
import { GUARDIAN_SCOPES } from '#rules/access'
import { Button, Chip, lazyPart, QueryView, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf } from '#web/format'

import { SCOPE_WORDS } from './labels.ts'
import { guardians } from './queries.ts'

const InviteGuardian = lazyPart(() => import('./InviteGuardian.tsx'), 'InviteGuardian', 'mt-4 h-48')

const PairingCode = lazyPart(() => import('./PairingCode.tsx'), 'PairingCode', 'mt-4 h-48')

type Props = {
  learnerId: string
  /** The reader can also end other guardians' links, as adult learners can. */
  endsAny?: boolean
  /** The reader can invite others. Default: guardians whom the server lets. */
  mayInvite?: boolean
}

/** Guardians and invitations of a learner, with a form to invite another adult. */
export const Guardians = ({ learnerId, endsAny = false, mayInvite }: Props) => {
  const query = useQuery(guardians.listGuardians.query({ params: { id: learnerId } }))
  return (
    <QueryView query={query} what="the guardians" skeleton="mt-3 h-24">
      {(data) => {
        const own = data.guardians.find((guardian) => guardian.own)
        // Guardians can grant only their own scopes.
        const grantable = own?.scopes ?? GUARDIAN_SCOPES
        const invites = mayInvite ?? (own !== undefined && data.may_invite === true)
        return (
          <div className="mt-3 space-y-5">
            {data.guardians.length === 0 ? (
              <p className="text-muted">Nobody yet.</p>
            ) : (
              <ul className="divide-y divide-line">
                {data.guardians.map((guardian) => (
                  <Row
                    key={guardian.id}
                    learnerId={learnerId}
                    guardian={guardian}
                    mayEnd={guardian.own || endsAny}
                  />
                ))}
              </ul>
            )}
            {data.invitations.length > 0 ? (
              <div>
                <h3 className="text-base">Invited</h3>
                <ul className="divide-y divide-line">
                  {data.invitations.map((invitation) => (
                    <Invited
                      key={invitation.id}
                      learnerId={learnerId}
                      invitation={invitation}
                      mayWithdraw={invites}
                    />
                  ))}
                </ul>
              </div>
            ) : null}
            {invites ? (
              <details>
                <summary className="min-h-6 font-semibold">Invite a parent or guardian</summary>
                <InviteGuardian learnerId={learnerId} scopes={grantable} />
              </details>
            ) : null}
            {invites ? (
              <details>
                <summary className="min-h-6 font-semibold">Create a code instead</summary>
                <PairingCode learnerId={learnerId} scopes={grantable} />
              </details>
            ) : null}
          </div>
        )
      }}
    </QueryView>
  )
}

type RowProps = { learnerId: string; guardian: Guardian; mayEnd: boolean }

const Row = ({ learnerId, guardian, mayEnd }: RowProps) => {
  const end = useApiMutation(guardians.endGuardian)
  const keep = useApiMutation(guardians.keepGuardian)
  return (
    <li className="space-y-1 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <strong>{guardian.name}</strong>
        {guardian.relation ? <span className="text-muted">{guardian.relation}</span> : null}
        {guardian.own ? <Chip tone="brand">You</Chip> : null}
        {guardian.lapsed ? <Chip tone="warning">No longer has access</Chip> : null}
        {guardian.active ? null : <Chip tone="warning">No confirmed account yet</Chip>}
      </p>
      <p className="text-sm text-muted">
        {guardian.email}, since {dateOf(guardian.since)}
      </p>
      <p className="text-sm">{guardian.scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')}</p>
      {guardian.lapsed ? (
        <Button
          variant="secondary"
          size="small"
          busy={keep.isPending}
          aria-label={`Let ${guardian.name} keep access`}
          onClick={() =>
            keep.mutate(
              { params: { id: learnerId, guardian_id: guardian.id } },
              { onError: (error) => toast.error(messageOf(error)) },
            )
          }
        >
          Let them keep access
        </Button>
      ) : null}
      {mayEnd ? (
        <ConfirmButton
          button={{
            variant: 'quiet',
            size: 'small',
            'aria-label': guardian.own ? 'Give up your access' : `Remove access: ${guardian.name}`,
            children: guardian.own ? 'Give up your access' : 'Remove access',
          }}
          title={guardian.own ? 'Give up your access?' : `Remove the access of ${guardian.name}?`}
          action="Remove access"
          variant="primary"
          confirm={() => end.mutateAsync({ params: { id: learnerId, guardian_id: guardian.id } })}
          saved="Access removed"
        >
          <p>
            {guardian.own ? 'You' : guardian.name} will no longer be able to see or do anything
            here. Getting access back needs a new invitation.
          </p>
        </ConfirmButton>
      ) : null}
    </li>
  )
}

type InvitedProps = {
  learnerId: string
  invitation: { id: string; email: string; expires_at: string }
  mayWithdraw: boolean
}

const Invited = ({ learnerId, invitation, mayWithdraw }: InvitedProps) => {
  const withdraw = useApiMutation(guardians.withdrawGuardianInvitation)
  const { id, email, expires_at } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <span className="min-w-0">
        {email} <span className="text-sm text-muted">until {dateOf(expires_at)}</span>
      </span>
      {mayWithdraw ? (
        <Button
          variant="quiet"
          size="small"
          busy={withdraw.isPending}
          aria-label={`Withdraw the invitation to ${email}`}
          onClick={() =>
            withdraw.mutate(
              { params: { id: learnerId, invitation_id: id } },
              {
                onSuccess: () => toast.success('The invitation has been withdrawn'),
                onError: (error) => toast.error(messageOf(error)),
              },
            )
          }
        >
          Withdraw
        </Button>
      ) : null}
    </li>
  )
}
