import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, lazyPart, Page, PageHeading, QueryView } from '#ui'

import { consent } from './queries.ts'

const loading = import('./WithdrawForm.tsx')
const WithdrawForm = lazyPart(() => loading, 'WithdrawForm', 'mt-6 h-40')

/** Target of the link in a guardian's emails. Opening it changes nothing; withdrawal takes a second step. */
const WithdrawPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(consent.showWithdrawal.query({ params: { token } }))
  return (
    <Page width="text">
      <QueryView
        query={query}
        what="what you have agreed to"
        skeleton="h-72"
        title="Withdraw your consent"
        forbidden={
          <>
            <PageHeading className="visually-hidden">There is nothing to withdraw</PageHeading>
            <EmptyState
              title="There is nothing left to withdraw"
              action={<ButtonLink to={paths.login}>Sign in</ButtonLink>}
            >
              {query.error?.message}
            </EmptyState>
          </>
        }
        missing={
          <>
            <PageHeading className="visually-hidden">This link no longer works</PageHeading>
            <EmptyState
              title="This link no longer works"
              action={<ButtonLink to={paths.login}>Sign in</ButtonLink>}
            >
              It works only while you decide for the child. If you have an account, everything is in
              the family dashboard.
            </EmptyState>
          </>
        }
      >
        {(data) => (
          <>
            <PageHeading title="Withdraw your consent">
              {`Your consent for ${data.child_first_name}`}
            </PageHeading>
            <WithdrawForm token={token} data={data} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default WithdrawPage
