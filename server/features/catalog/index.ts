export { catalogVersion, findCatalog, questsFor } from './catalog.ts'
export type { BadgeVersion, Catalog, CatalogBadge, CatalogQuest, StoredQuest } from './catalog.ts'
