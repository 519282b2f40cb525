import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { paths } from '#contract/paths'
import { AuthPanel, ButtonLink, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

type Props<T> = {
  title: string
  query: UseQueryResult<T>
  children: (found: T) => ReactNode
}

/** Page of a single-use link: the form, or the reason why it is not available. */
export const OneTimePage = <T,>({ title, query, children }: Props<T>) => (
  <AuthPanel>
    <QueryView
      query={query}
      what="the page"
      skeleton="h-72"
      title={title}
      missing={
        <>
          <PageHeading title={title}>This link no longer works</PageHeading>
          <p className="mt-4 mb-6">{messageOf(query.error)}</p>
          <ButtonLink to={paths.login}>Sign in</ButtonLink>
        </>
      }
    >
      {children}
    </QueryView>
  </AuthPanel>
)
