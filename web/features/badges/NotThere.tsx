import type { ReactNode } from 'react'

import { PageHeading, PageTitle } from '#ui/page-heading'
import { ErrorState, Loading } from '#ui/states'

type Props = {
  query: { isError: boolean; error: unknown; refetch: () => unknown }
  /** The page's name, and what it shows: "Your sky". */
  title: string
  what: string
  /** In the shape of what is to come. */
  children: ReactNode
}

/** A page whose content is on its way, or did not come. */
export const NotThere = ({ query, title, what, children }: Props) =>
  query.isError ? (
    <div className="space-y-6">
      <PageHeading>{title}</PageHeading>
      <ErrorState
        title={`${what} could not be loaded`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    </div>
  ) : (
    <Loading label={`Loading ${what.toLowerCase()}`}>
      <PageTitle title={title} />
      {children}
    </Loading>
  )
