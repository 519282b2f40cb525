export { findCatalog, catalogVersion } from './catalog.ts'
export type { BadgeVersion, Catalog, CatalogBadge, CatalogQuest } from './catalog.ts'
