export { crawlerRoutes } from './crawlers.ts'
export { siteRoutes } from './handlers.ts'
export { findSecret } from './secret.ts'
export { findSettings, siteNameOf, storedSiteName } from './settings.ts'
