export { catalogVersion, findCatalog, questsFor } from './catalog.ts'
export type {
  BadgeVersion,
  Catalog,
  CatalogBadge,
  CatalogQuest,
  RubricCriterion,
  StoredQuest,
} from './catalog.ts'
