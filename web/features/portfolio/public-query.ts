import type { PublicPortfolio } from '#contract/portfolio'
import { client } from '#web/api'
import { session } from '#web/session'

export const portfolio = client(
  'portfolio',
  async () => (await import('#contract/portfolio')).portfolio,
)

/** How somebody comes to a portfolio that is not theirs. */
export type PortfolioRef = { slug: string } | { id: string } | { token: string }

const leadsTo = (way: PortfolioRef, shown: PublicPortfolio): boolean => {
  // The page was made for the token in its own address.
  if ('token' in way) return shown.seen_as === 'link'
  return 'slug' in way ? shown.slug === way.slug : shown.user_id === way.id
}

/** The portfolio that the server put into this page, if it is the one that is asked for. */
const fromPage = (way: PortfolioRef): PublicPortfolio | undefined => {
  const block = document.getElementById('page-data')?.textContent
  const shown = block ? (JSON.parse(block) as Partial<PublicPortfolio>) : undefined
  return shown?.display_name !== undefined && leadsTo(way, shown as PublicPortfolio)
    ? (shown as PublicPortfolio)
    : undefined
}

const queryFor = (way: PortfolioRef) => {
  if ('token' in way) return portfolio.linkedPortfolio.query({ params: way })
  return 'slug' in way
    ? portfolio.publicPortfolio.query({ params: way })
    : portfolio.publicDiploma.query({ params: way })
}

export const shownPortfolio = (way: PortfolioRef) => ({
  ...queryFor(way),
  initialData: () => fromPage(way),
  // The page shows what strangers see; family and advisors may see more.
  initialDataUpdatedAt: () => (session.accessToken() ? 0 : Date.now()),
})

const counted = new Set<string>()

/** Once per visit of a person: programs that fetch pages for previews do not get here. */
export const countVisit = (token: string): void => {
  if (counted.has(token)) return
  counted.add(token)
  // Nobody waits for this, and nothing depends on it.
  portfolio.countLinkView({ params: { token } }).catch(() => undefined)
}

export const ownPortfolio = portfolio.getPortfolio.query()
