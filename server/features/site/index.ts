export { emailRecipient, hasAddress } from './addressee.ts'
export type { EmailRecipient } from './addressee.ts'
export { crawlerRoutes } from './crawlers.ts'
export { siteRoutes } from './handlers.ts'
export { LEGAL_VERSION, storePolicy } from './policy.ts'
export { recentOffers } from './recent-offers.ts'
export { findSecret, fingerprintOfSecret } from './secret.ts'
export {
  findOffers,
  findSetting,
  findSettings,
  findTexts,
  isOffered,
  showsMailbox,
  siteNameOf,
  storedSetting,
  storedSiteName,
  storeSetting,
} from './settings.ts'
