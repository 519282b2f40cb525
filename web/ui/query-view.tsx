import { type ReactNode, useDeferredValue } from 'react'

import { ErrorState, Loading } from './states.tsx'

type QueryViewProps<T> = {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** What screen readers say while it loads: "Loading your quests". */
  loading: string
  /** In the shape of what is to come. */
  skeleton: ReactNode
  /** What could not be done: "Your quests could not be loaded". */
  failed: string
  /** The page's heading above a failure, where its own comes with the data. */
  heading?: ReactNode
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
  loading,
  skeleton,
  failed,
  heading,
  missing,
  forbidden,
  renderFrame = asItIs,
  children,
}: QueryViewProps<T>) => {
  const isHere = query.data !== undefined
  // What comes is drawn in slices, so that a slow phone can answer its user in between; what changes later, at once.
  const mayDraw = useDeferredValue(isHere)
  if (query.data !== undefined && mayDraw) return children(query.data)
  if (isHere || !query.isError) return renderFrame(<Loading label={loading}>{skeleton}</Loading>)
  const status = statusOf(query.error)
  if (missing && (status === 404 || status === 400)) return renderFrame(missing)
  if (forbidden && status === 403) return renderFrame(forbidden)
  return renderFrame(
    <>
      {heading}
      <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
    </>,
  )
}
