import { useSuspenseQuery } from '@tanstack/react-query'

import { paths } from '#contract/paths'
import type { Portfolio } from '#contract/portfolio'
import { Alert, ButtonLink, EmptyState, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { Links } from './Links.tsx'
import { PieceList } from './PieceList.tsx'
import { ownPortfolio } from './public-query.ts'
import { Publishing } from './Publishing.tsx'

export const handle = { failed: 'Your portfolio could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [ownPortfolio])

/** Portfolio editor: selection, order and visibility. */
const PortfolioPage = () => {
  const { data } = useSuspenseQuery(ownPortfolio)
  return (
    <Page>
      <PageHeading title="Your portfolio">Your portfolio</PageHeading>
      <p className="mt-2 mb-8 max-w-text text-lg text-muted">
        A page you can show to anyone. It contains only what you choose, and you can take it down at
        any time.
      </p>
      <Loaded portfolio={data} />
    </Page>
  )
}

const Loaded = ({ portfolio }: { portfolio: Portfolio }) => (
  <div className="space-y-8">
    {portfolio.blocked_by === 'guardian' ? (
      <Alert tone="warning" title="Publishing is your guardian’s decision">
        <p>
          If you are under 13, a guardian must agree before anyone outside your family and your
          advisors can see your work. You can already choose what they would see.
        </p>
      </Alert>
    ) : null}
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Publishing portfolio={portfolio} />
      <Links links={portfolio.links} isBlocked={portfolio.blocked_by !== null} />
    </div>
    {portfolio.items.length === 0 ? (
      <EmptyState
        title="Nothing to show yet"
        action={<ButtonLink to={paths.quests}>Find a quest</ButtonLink>}
      >
        Work you hand in for your quests can be shown here.
      </EmptyState>
    ) : (
      <PieceList items={portfolio.items} isKeptInside={portfolio.blocked_by !== null} />
    )}
  </div>
)

export default PortfolioPage
