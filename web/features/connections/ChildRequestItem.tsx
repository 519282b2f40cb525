import type { ChildRequest } from '#contract/connections'
import { Alert, Button, Chip } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { connections } from './queries.ts'

type Props = { childId: string; name: string; request: ChildRequest; onDecided?: () => unknown }

/** A request that awaits a guardian's decision. */
export const ChildRequestItem = ({ childId, name, request, onDecided }: Props) => {
  const decide = useApiMutation(connections.decideConnection, { onSuccess: () => onDecided?.() })
  const { id, direction, other, is_adult, created_at } = request
  const answer = (allowed: boolean) =>
    decide.mutate({ params: { id: childId, request_id: id }, body: { allowed } })
  const isBusy = (allowed: boolean) => decide.isPending && decide.variables.body.allowed === allowed
  return (
    <li className="space-y-3 rounded-control border border-warning bg-warning-soft px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        {direction === 'sent' ? (
          <span>
            {name} would like to connect with <strong>{other}</strong>
          </span>
        ) : (
          <span>
            <strong>
              <bdi>{other}</bdi>
            </strong>{' '}
            would like to connect with {name}, who has said yes
          </span>
        )}
        {is_adult ? <Chip tone="warning">Grown-up</Chip> : null}
        <span className="text-sm">since {dateOf(created_at)}</span>
      </p>
      {decide.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(decide.error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={isBusy(true)}
          aria-label={`Allow ${name} to connect with ${other}`}
          onClick={() => answer(true)}
        >
          Allow
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={isBusy(false)}
          aria-label={`Refuse the connection with ${other}`}
          onClick={() => answer(false)}
        >
          Refuse
        </Button>
      </div>
    </li>
  )
}
