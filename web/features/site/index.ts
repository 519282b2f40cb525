export { applyOffers, shownIf, shownIfContent } from './offers.ts'
export { settings, useSettings } from './queries.ts'
