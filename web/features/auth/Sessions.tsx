import { useQuery } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import { useState } from 'react'

import { Alert, Button, Chip, QueryView, VisuallyHidden } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { auth } from './auth.ts'
import { deviceName } from './device-name.ts'

export const Sessions = () => {
  const sessions = useQuery(auth.listSessions.query())
  const end = useApiMutation(auth.endSession)
  const [now] = useState(() => Date.now())
  return (
    <QueryView query={sessions} what="your sessions" skeleton="h-16">
      {({ items }) => (
        <>
          <ul className="divide-y divide-line">
            {items.map(({ id, device, current, created_at, last_seen_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
                <Laptop aria-hidden size={22} className="shrink-0 text-muted" />
                <div className="min-w-40 flex-1">
                  <p className="font-medium">{deviceName(device)}</p>
                  <p className="text-sm text-muted">
                    Last used {ago(last_seen_at, now)}, signed in {ago(created_at, now)}
                  </p>
                </div>
                {current ? (
                  <Chip tone="brand">This device</Chip>
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    busy={end.isPending && end.variables.params.id === id}
                    onClick={() => end.mutate({ params: { id } })}
                  >
                    Sign out <VisuallyHidden>{deviceName(device)}</VisuallyHidden>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {end.isError ? (
            <Alert tone="danger" role="alert">
              {messageOf(end.error, 'This session could not be ended. Please try again.')}
            </Alert>
          ) : null}
        </>
      )}
    </QueryView>
  )
}
