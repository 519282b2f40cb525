import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, FullHeight, lazyPart, Page, PageHeading, QueryView } from '#ui'

import { countVisit, shownPortfolio, type PortfolioRef } from './public-query.ts'

// Loaded in parallel with the page.
const loading = import('./PortfolioView.tsx')
const PortfolioView = lazyPart(() => loading, 'PortfolioView', 'h-64')

const refOf = (slug?: string, id = '', token?: string): PortfolioRef => {
  if (token !== undefined) return { token }
  return slug === undefined ? { id } : { slug }
}

/** /portfolio/{slug}, /public/diploma/{userId} and /portfolio/link/{token}: a portfolio for others. */
const PublicPortfolioPage = () => {
  const { slug, userId, token } = useParams()
  const query = useQuery(shownPortfolio(refOf(slug, userId, token)))
  const isThere = query.data !== undefined
  useEffect(() => {
    if (token !== undefined && isThere) countVisit(token)
  }, [token, isThere])

  return (
    <FullHeight>
      <QueryView
        query={query}
        what="the portfolio"
        skeleton="h-64"
        renderFrame={(state) => <Page>{state}</Page>}
        title="Portfolio"
        missing={
          <>
            <PageHeading className="visually-hidden">There is no portfolio here</PageHeading>
            <EmptyState
              title="There is no portfolio here"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              {token === undefined
                ? 'It may have been taken down, or the address is not complete.'
                : 'The link may have ended, or the address is not complete. Ask whoever gave it to you for a new one.'}
            </EmptyState>
          </>
        }
      >
        {(data) => <PortfolioView portfolio={data} fileKey={token} />}
      </QueryView>
    </FullHeight>
  )
}

export default PublicPortfolioPage
