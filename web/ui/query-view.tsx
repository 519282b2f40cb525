import { type ReactNode, useDeferredValue } from 'react'

import { PageHeading, PageTitle } from './page-heading.tsx'
import { ErrorState, Loading, Skeleton } from './states.tsx'

type QueryViewProps<T> = {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** "your quests": Loading your quests; Your quests could not be loaded. */
  what: string
  /** Shaped like the content; a string is the classes of a single skeleton. */
  skeleton?: ReactNode
  /** Replaces "… could not be loaded". */
  failed?: string
  /** Page title, if the heading comes with the data. */
  title?: string
  /** Replaces the error for unknown (404) or invalid (400) ids. */
  missing?: ReactNode
  /** Replaces the error if access is denied (403). */
  forbidden?: ReactNode
  /** Wraps the state while there is no data. */
  renderFrame?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

const asItIs = (state: ReactNode) => state

const statusOf = (error: unknown) =>
  error instanceof Error && 'status' in error ? error.status : undefined

/** Renders a query's data, loading state or error. Keeps data that could not be refetched. */
export const QueryView = <T,>({
  query,
  what,
  skeleton = 'h-48',
  failed = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`,
  title,
  missing,
  forbidden,
  renderFrame = asItIs,
  children,
}: QueryViewProps<T>) => {
  const isHere = query.data !== undefined
  // Renders initial data in slices, so that slow phones stay responsive; later changes render at once.
  const mayDraw = useDeferredValue(isHere)
  if (query.data !== undefined && mayDraw) return children(query.data)
  if (isHere || !query.isError) {
    return renderFrame(
      <Loading label={`Loading ${what}`}>
        {title ? <PageTitle title={title} /> : null}
        {typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton}
      </Loading>,
    )
  }
  const status = statusOf(query.error)
  if (missing && (status === 404 || status === 400)) return renderFrame(missing)
  if (forbidden && status === 403) return renderFrame(forbidden)
  return renderFrame(
    <>
      {title ? <PageHeading className="visually-hidden">{title}</PageHeading> : null}
      <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
    </>,
  )
}
