export { crawlerRoutes } from './crawlers.ts'
export { siteRoutes } from './handlers.ts'
export { findSettings } from './settings.ts'
