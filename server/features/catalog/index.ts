export { findCatalog, catalogVersion } from './catalog.ts'
export type { Catalog, CatalogQuest, CatalogTask } from './catalog.ts'
