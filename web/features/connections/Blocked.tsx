import { useQuery } from '@tanstack/react-query'

import { Button, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { connections } from './queries.ts'

/** People blocked by the user; renders nothing without any. */
export const Blocked = () => {
  const { data } = useQuery(connections.listBlocked.query())
  const unblock = useApiMutation(connections.unblock)
  if (!data || data.items.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 font-semibold">Blocked ({data.items.length})</summary>
      <ul className="mt-2 divide-y divide-line">
        {data.items.map(({ user_id, name, since }) => (
          <li key={user_id} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <span>
              <bdi>{name ?? 'Someone you never connected with'}</bdi>{' '}
              <span className="text-sm text-muted">since {dateOf(since)}</span>
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Unblock ${name ?? 'someone you never connected with'}`}
              busy={unblock.isPending && unblock.variables.params.user_id === user_id}
              onClick={() =>
                unblock.mutate(
                  { params: { user_id } },
                  { onError: (error) => toast.error(messageOf(error)) },
                )
              }
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
