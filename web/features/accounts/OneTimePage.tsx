import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ButtonLink } from '#ui/button'
import { PageHeading, PageTitle } from '#ui/page-heading'
import { ErrorState, Loading, Skeleton } from '#ui/states'
import { messageOf, statusOf } from '#web/api'
import { paths } from '#web/paths'

import { AuthPanel } from './AuthPanel.tsx'

type Props<T> = {
  title: string
  query: UseQueryResult<T>
  children: (found: T) => ReactNode
}

/** What stands behind a link that works once: the form, or why there is none. */
export const OneTimePage = <T,>({ title, query, children }: Props<T>) => {
  const status = statusOf(query.error)
  return (
    <AuthPanel>
      {query.data ? (
        children(query.data)
      ) : status === 404 || status === 400 ? (
        <>
          <PageHeading title={title}>This link does not work any more</PageHeading>
          <p className="mt-4 mb-6">{messageOf(query.error)}</p>
          <ButtonLink to={paths.login}>Sign in</ButtonLink>
        </>
      ) : (
        <>
          <PageTitle title={title} />
          {query.isError ? (
            <ErrorState
              title="The page could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Loading label="Loading">
              <Skeleton className="h-72" />
            </Loading>
          )}
        </>
      )}
    </AuthPanel>
  )
}
