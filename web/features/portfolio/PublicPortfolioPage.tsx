import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, FullHeight, lazyPart, Page, PageHeading, QueryView } from '#ui'

import { countVisit, publicPortfolioQuery, type PortfolioRef } from './public-query.ts'

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
  const query = useQuery(publicPortfolioQuery(refOf(slug, userId, token)))
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
            <PageHeading className="visually-hidden">Portfolio not found</PageHeading>
            <EmptyState
              title="Portfolio not found"
              action={<ButtonLink to={paths.home}>Go to the home page</ButtonLink>}
            >
              {token === undefined
                ? 'It may have been taken down, or the address may be incomplete.'
                : 'The link may have expired, or the address may be incomplete. Ask the person who gave it to you for a new one.'}
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
