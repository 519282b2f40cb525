import { type Offer, OFFERS } from '#rules/offers'

/** `support`: the site has a support address. */
type Fact = Offer | 'support'
type Condition = Fact | `not-${Fact}`

const FACTS: readonly Fact[] = [...OFFERS, 'support']

/**
 * Attributes of an element that is only shown on sites with an offer, or with `not-` on those without. CSS compares them with
 * `data-offers` of the page, which the server sets: one prerendered page then fits every school, and nothing moves once the
 * settings have loaded. Search engines do not quote such parts.
 */
export const shownIf = (condition: Condition) => ({
  'data-offer': condition,
  'data-nosnippet': '',
})

/** The attributes of `shownIf` for a condition from a content file; none without a condition. */
export const shownIfContent = (condition: string | undefined) => {
  if (condition === undefined) return {}
  const fact = FACTS.find((each) => each === condition.replace(/^not-/, ''))
  if (!fact) throw new Error(`no school offers “${condition}”`)
  return shownIf(condition.startsWith('not-') ? `not-${fact}` : fact)
}

/** Sets the offers of the page once the settings have loaded. */
export const applyOffers = (settings: {
  offers: readonly Offer[]
  support_email: string
}): void => {
  const facts = settings.support_email ? [...settings.offers, 'support'] : settings.offers
  document.documentElement.dataset.offers = facts.join(' ')
}
