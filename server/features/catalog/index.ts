export { findCatalog, catalogVersion } from './catalog.ts'
export type { Catalog, CatalogQuest } from './catalog.ts'
