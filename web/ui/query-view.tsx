import { type ReactNode, useDeferredValue } from 'react'

import { PageHeading, PageTitle } from './page-heading.tsx'
import { ErrorState, Loading, Skeleton } from './states.tsx'

type QueryViewProps<T> = {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** "your quests": Loading your quests; Your quests could not be loaded. */
  what: string
  /** In the shape of what is to come; a string is the classes of one. */
  skeleton?: ReactNode
  /** Instead of "… could not be loaded". */
  failed?: string
  /** The page's, where its heading comes with the data. */
  title?: string
  /** Instead of the failure when nothing has this address (404), or nothing can have it (400). */
  missing?: ReactNode
  /** Instead of the failure when it may not be read (403). */
  forbidden?: ReactNode
  /** What stands around it as long as there is no data. */
  renderFrame?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

const asItIs = (state: ReactNode) => state

const statusOf = (error: unknown) =>
  error instanceof Error && 'status' in error ? error.status : undefined

/** What a query has loaded, or why it is not there. Data that could not be refreshed stays. */
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
  // What comes is drawn in slices, so that a slow phone can answer its user in between; what changes later, at once.
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
