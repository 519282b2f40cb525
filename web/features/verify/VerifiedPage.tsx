import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { readRecordCode } from '#rules/text/record-code'
import {
  ButtonLink,
  EmptyState,
  FullHeight,
  lazyPart,
  Loading,
  Page,
  PageHeading,
  QueryView,
  Skeleton,
} from '#ui'

import { verificationOf } from './queries.ts'

const SHAPES = (
  <>
    <Skeleton className="h-28" />
    <Skeleton className="mt-8 h-72" />
  </>
)

// Loaded in parallel with the page.
const loading = import('./Verified.tsx')
const Verified = lazyPart(
  () => loading,
  'Verified',
  () => (
    <Page width="text">
      <Loading label="Checking the record">{SHAPES}</Loading>
    </Page>
  ),
)

/** /verify/{code}, the target of printed codes and QR codes: verdict, content and checks. */
const VerifiedPage = () => {
  const { code = '' } = useParams()
  const query = useQuery(verificationOf(readRecordCode(code) ?? code.slice(0, 60)))
  return (
    <FullHeight>
      <QueryView
        query={query}
        what="the record"
        skeleton={SHAPES}
        failed="The record could not be checked"
        renderFrame={(state) => <Page width="text">{state}</Page>}
        title="Verify a record"
        missing={
          <>
            <PageHeading className="visually-hidden">Record not found</PageHeading>
            <EmptyState
              title="We have no record with this code"
              action={<ButtonLink to={paths.verify}>Try another code</ButtonLink>}
            >
              Please check it character by character. The letters I, L, O and U never appear in a
              code.
            </EmptyState>
          </>
        }
      >
        {(data) => <Verified verification={data} />}
      </QueryView>
    </FullHeight>
  )
}

export default VerifiedPage
