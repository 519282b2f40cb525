import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'

import { readRecordCode } from '#rules/record-code'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { EmptyState, ErrorState, Loading, Skeleton } from '#ui/states'
import { statusOf } from '#web/api'
import { paths } from '#web/paths'

import { verificationOf } from './queries.ts'

// Fetched beside the page, not before it.
const loading = import('./Verified.tsx')
const Verified = lazy(async () => ({ default: (await loading).Verified }))

const CHECKING = (
  <Loading label="Checking the record">
    <Skeleton className="h-28" />
    <Skeleton className="mt-8 h-72" />
  </Loading>
)

/** /verify/{code}, where codes and QR marks on paper lead: is it genuine, what does it say, how do we know. */
const VerifiedPage = () => {
  const { code = '' } = useParams()
  const query = useQuery(verificationOf(readRecordCode(code) ?? code.slice(0, 60)))
  if (query.data) {
    return (
      <Suspense fallback={<Page width="text">{CHECKING}</Page>}>
        <Verified verification={query.data} />
      </Suspense>
    )
  }
  const status = statusOf(query.error)
  return (
    <Page width="text">
      {status === 404 || status === 400 ? (
        <>
          <PageHeading className="visually-hidden">There is no such record</PageHeading>
          <EmptyState
            title="We have no record with this code"
            action={<ButtonLink to={paths.verify}>Try another code</ButtonLink>}
          >
            Please compare it letter by letter. The letters I, L, O and U never stand in a code.
          </EmptyState>
        </>
      ) : (
        <>
          <PageHeading className="mb-6 text-2xl sm:text-3xl">Verify a record</PageHeading>
          {query.isError ? (
            <ErrorState
              title="The record could not be checked"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            CHECKING
          )}
        </>
      )}
    </Page>
  )
}

export default VerifiedPage
