export { catalogVersion, findCatalog, questsFor, renewCatalogVersion } from './catalog.ts'
export type { BadgeVersion, Catalog, CatalogBadge, CatalogQuest, StoredQuest } from './catalog.ts'
