import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { PageTitle } from '#ui/page-heading'
import { ErrorState } from '#ui/states'
import { client } from '#web/api'

const site = client(async () => (await import('#contract/site')).site)

type UnreachableProps = { error: unknown; onRetry: () => void }

/**
 * In place of a page while it is not known who is here. Asks in the background whether the server is back (specification
 * §9: 5 retries, 2 s), and goes on by itself as soon as it is.
 */
export const Unreachable = ({ error, onRetry }: UnreachableProps) => {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => site.health({}, { signal }),
    retry: 5,
    retryDelay: 2000,
    staleTime: 0,
    gcTime: 0,
  })
  const goOn = useEffectEvent(onRetry)
  const isBack = health.isSuccess
  useEffect(() => {
    if (isBack) goOn()
  }, [isBack])
  return (
    <div className="mx-auto max-w-form px-4 py-16">
      <PageTitle />
      <ErrorState title="You could not be signed in" error={error} onRetry={onRetry} />
      {health.isFetching ? (
        <p role="status" className="mt-4 text-center text-muted">
          Trying again by itself…
        </p>
      ) : null}
    </div>
  )
}
