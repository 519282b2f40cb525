import type { PublicPortfolio } from '#contract/portfolio'
import { client } from '#web/api'
import { session } from '#web/session'

export const portfolio = client('portfolio')

/** Reference to another person's portfolio: by slug, account id or link. */
export type PortfolioRef = { slug: string } | { id: string } | { token: string }

const leadsTo = (way: PortfolioRef, shown: PublicPortfolio): boolean => {
  // The page was rendered for the token in its own URL.
  if ('token' in way) return shown.seen_as === 'link'
  return 'slug' in way ? shown.slug === way.slug : shown.user_id === way.id
}

/** Portfolio embedded in this page by the server, if it is the requested one. */
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

export const publicPortfolioQuery = (way: PortfolioRef) => ({
  ...queryFor(way),
  initialData: () => fromPage(way),
  // The embedded data is what strangers see; family and advisors may see more.
  initialDataUpdatedAt: () => (session.accessToken() ? 0 : Date.now()),
})

const counted = new Set<string>()

/** Counts once per visit by a person: link preview bots do not run this. */
export const countVisit = (token: string): void => {
  if (counted.has(token)) return
  counted.add(token)
  // Fire and forget.
  portfolio.countLinkView({ params: { token } }).catch(() => undefined)
}

export const ownPortfolio = portfolio.getPortfolio.query()
